// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.core.flow.coflow.CoflowOrder;
import org.fairlead.core.flow.coflow.PortRates;
import org.fairlead.core.flow.coflow.RunningCoflow;
import org.fairlead.sim.engine.RunObserver;

/**
 * Runs a trace under an order of coflows.
 *
 * <p>Time is in seconds, as a double. At each instant, first the flows that have sent all end (within {@value #SLACK_ULPS} units in the last place of
 * the time, which is rounding), then coflows arrive in the order of the trace, then the order is made anew if something that it heeds happened, then rates.
 *
 * <p>Rates depend on the coflows ahead in the order, never on those behind. So what happens to a coflow leaves those ahead of it as they are,
 * and only the rest is served anew.
 * An order that is served as published has new rates at arrivals and departures only, for all.
 */
final class OrderedRun {
    private static final int SLACK_ULPS = 64;
    private static final int WATCHED_EVENTS = 256;

    private final CoflowTrace trace;
    private final CoflowOrder order;
    private final PortRates rates;
    private final double[] finishSeconds;
    /** By place in the trace: the coflow's rank when the order was made. */
    private final int[] ranks;
    /** In the order in which they are served. */
    private final List<RunningCoflow> running = new ArrayList<>();
    /** As it was when the order was made last. */
    private final List<RunningCoflow> served = new ArrayList<>();
    /** When something happens to each running coflow by itself: a flow ends, or the order has to be asked. In the same order. */
    private double[] nextSeconds = new double[16];

    private double nowSeconds;
    private int arrived;
    private int departed;
    /** Of all coflows. */
    private final double bytes;
    /** Of those that are done. */
    private double departedBytes;

    OrderedRun(CoflowTrace trace, CoflowOrder order, double portBytesPerSecond) {
        this.trace = trace;
        this.order = order;
        rates = new PortRates(trace.ports(), portBytesPerSecond);
        finishSeconds = new double[trace.coflows().size()];
        Arrays.fill(finishSeconds, Double.NaN);
        bytes = trace.coflows().stream().mapToDouble(OrderedRun::bytes).sum();
        ranks = new int[finishSeconds.length];
    }

    CoflowOutcome run(RunObserver watcher) {
        int coflows = trace.coflows().size();
        for (long events = 0; departed < coflows; events++) {
            if (events % WATCHED_EVENTS == 0 && !watcher.goOn((long) bytesSent(), (long) bytes)) {
                return outcome(false);
            }
            nowSeconds = Math.max(nowSeconds, nextEvent());
            step();
        }
        return outcome(true);
    }

    private CoflowOutcome outcome(boolean complete) {
        boolean knowsSizes = order instanceof CoflowOrder.Clairvoyant;
        return new CoflowOutcome(order.name(), order.rules(), knowsSizes, finishSeconds, complete);
    }

    private static double bytes(Coflow coflow) {
        return IntStream.range(0, coflow.reducers())
                .mapToDouble(coflow::reducerBytes)
                .sum();
    }

    /** Until when each coflow was looked at last: near enough to tell how far the run is. */
    private double bytesSent() {
        double sent = departedBytes;
        for (RunningCoflow coflow : running) {
            sent += coflow.sentBytes();
        }
        return sent;
    }

    private double nextEvent() {
        double next = arrived < trace.coflows().size()
                ? trace.coflows().get(arrived).arrivalSeconds()
                : Double.POSITIVE_INFINITY;
        for (int i = 0; i < running.size(); i++) {
            next = Math.min(next, nextSeconds[i]);
        }
        return next;
    }

    private void step() {
        int changed = firstDue();
        boolean reorder = settle(changed, running.size());
        if (reorder || arrives()) {
            settle(0, changed);
            depart();
            arrive();
            changed = Math.min(changed, sort());
            if (!order.serving().inTurn()) {
                changed = 0;
                rates.reset();
                rates.serveAsPublished(running);
            }
        }
        if (order.serving().inTurn()) {
            serve(changed);
        }
        expect(changed);
    }

    private double slackSeconds() {
        return Math.ulp(nowSeconds) * SLACK_ULPS;
    }

    private int firstDue() {
        int first = 0;
        while (first < running.size() && nextSeconds[first] > nowSeconds + slackSeconds()) {
            first++;
        }
        return first;
    }

    /** @return whether one of these coflows is done or has another rank than before */
    private boolean settle(int from, int to) {
        boolean reorder = false;
        for (RunningCoflow coflow : running.subList(from, to)) {
            coflow.settle(nowSeconds, slackSeconds());
            reorder |= coflow.done() || rank(coflow) != ranks[(int) coflow.number()];
        }
        return reorder;
    }

    private boolean arrives() {
        return arrived < trace.coflows().size() && trace.coflows().get(arrived).arrivalSeconds() <= nowSeconds;
    }

    private void depart() {
        for (RunningCoflow coflow : running) {
            if (coflow.done()) {
                finishSeconds[(int) coflow.number()] = nowSeconds;
                departed++;
                departedBytes += coflow.sentBytes();
            }
        }
        running.removeIf(RunningCoflow::done);
    }

    private void arrive() {
        while (arrives()) {
            RunningCoflow coflow = PortPairs.running(trace.coflows().get(arrived), arrived);
            if (coflow.done()) {
                finishSeconds[arrived] = nowSeconds;
                departed++;
            } else {
                running.add(coflow);
            }
            arrived++;
        }
    }

    private int rank(RunningCoflow coflow) {
        return order instanceof CoflowOrder.Blind blind ? blind.rank(coflow) : 0;
    }

    /**
     * Makes the order anew.
     *
     * @return the first place that has another coflow than before
     */
    private int sort() {
        if (order instanceof CoflowOrder.Clairvoyant clairvoyant) {
            clairvoyant.sort(running);
        } else {
            running.forEach(coflow -> ranks[(int) coflow.number()] = rank(coflow));
            running.sort(Comparator.comparingInt((RunningCoflow coflow) -> ranks[(int) coflow.number()])
                    .thenComparingLong(RunningCoflow::number));
        }
        int same = 0;
        while (same < Math.min(served.size(), running.size()) && running.get(same) == served.get(same)) {
            same++;
        }
        served.clear();
        served.addAll(running);
        if (nextSeconds.length < running.size()) {
            nextSeconds = Arrays.copyOf(nextSeconds, running.size() * 2);
        }
        return same;
    }

    /** Gives new rates to the coflows from this place on. */
    private void serve(int first) {
        rates.reset();
        for (int i = 0; i < running.size(); i++) {
            RunningCoflow coflow = running.get(i);
            if (i < first) {
                rates.keep(coflow);
            } else {
                rates.serve(coflow, order.serving());
            }
        }
    }

    /** Foresees the next event of each coflow from this place on. */
    private void expect(int first) {
        for (int i = first; i < running.size(); i++) {
            RunningCoflow coflow = running.get(i);
            nextSeconds[i] = nowSeconds + Math.min(coflow.secondsToNextEnd(), secondsToBound(coflow));
        }
    }

    private double secondsToBound(RunningCoflow coflow) {
        if (order instanceof CoflowOrder.Blind blind) {
            double bound = blind.bound(coflow);
            return Double.isInfinite(bound) ? bound : Math.max(0, bound - coflow.sentBytes()) / coflow.bytesPerSecond();
        }
        return Double.POSITIVE_INFINITY;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntSupplier;
import org.fairlead.core.chance.Draw;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;
import org.fairlead.core.task.Slots;

/**
 * The slots while time runs ahead: a task's end frees one, and free ones are offered when {@link OfferTimes} says. At one moment what waits for a time comes first, then ends, then offers.
 * Times are seconds from the look-ahead's beginning. Of one thread.
 */
final class SlotsAhead implements Slots {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    private final SlotForecast forecast;
    private final OfferTimes offers;
    private final HostAhead[] byHost;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    /** With a free slot, and nothing that anybody could launch there. */
    private final Set<Executor> idle = new LinkedHashSet<>();

    private long number;
    private int running;
    private int runningBesides;
    /** Executors with a free slot that were not offered yet: who declines before they are, declines to an idle cluster only in name. */
    private int unasked;

    private double nowSeconds;

    private IntSupplier pendingBesides = () -> 0;

    /** Slots of a host's executors together. */
    private static final class HostAhead {
        static final HostAhead NONE = new HostAhead();

        private final PriorityQueue<Double> ends = new PriorityQueue<>();
        /** The first of {@link #ends}: asked so often that a look into the queue counts. */
        private double firstEnd = NEVER;

        private int slots;
        private int free;
        private double pace = 1;

        void add(SlotForecast.Executor executor) {
            slots += executor.free() + executor.running().size();
            free += executor.free();
            pace = Math.max(pace, executor.pace());
        }

        void ends(double atSeconds) {
            ends.add(atSeconds);
            firstEnd = Math.min(firstEnd, atSeconds);
        }

        void ended() {
            free++;
            ends.poll();
            firstEnd = ends.isEmpty() ? NEVER : ends.peek();
        }
    }

    /** An executor whose slots come and go. */
    static final class Executor {
        private final String id;
        private final int host;
        private int free;
        private boolean asked = true;
        /** When it is offered next. */
        private double offerSeconds = NEVER;

        private Executor(SlotForecast.Executor known) {
            id = known.id();
            host = known.host();
            free = known.free();
        }

        String id() {
            return id;
        }

        int host() {
            return host;
        }

        int free() {
            return free;
        }
    }

    /**
     * What ends with a task.
     *
     * @param task its number; −1 of one that ran before the look-ahead
     * @param source from which it read, by index; −1 of many, or nobody knows
     * @param bytes that it read
     */
    record Ending(StageAttempt stage, int task, int source, double bytes) {}

    /**
     * A task has ended, free slots are to be offered, or a time has come.
     *
     * @param executor null where a time has come
     * @param ending null where no task ends
     */
    record Event(double atSeconds, long number, Executor executor, Ending ending) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int order = Double.compare(atSeconds, other.atSeconds);
            if (order == 0) {
                order = Integer.compare(turn(), other.turn());
            }
            return order == 0 ? Long.compare(number, other.number) : order;
        }

        /** Which comes first at the same time. */
        private int turn() {
            return executor == null ? 0 : ending != null ? 1 : 2;
        }

        boolean isOffer() {
            return executor != null && ending == null;
        }
    }

    /**
     * @param nodes indices of hosts are less than that
     * @param seed decides who comes first among those that are free at once
     */
    SlotsAhead(SlotForecast forecast, int nodes, long seed) {
        this.forecast = forecast;
        offers = forecast.offers();
        runningBesides = forecast.runningBesides();
        byHost = new HostAhead[nodes];
        Arrays.fill(byHost, HostAhead.NONE);
        List<Executor> all = new ArrayList<>();
        for (SlotForecast.Executor known : forecast.executors()) {
            Executor executor = new Executor(known);
            all.add(executor);
            if (byHost[executor.host] == HostAhead.NONE) {
                byHost[executor.host] = new HostAhead();
            }
            byHost[executor.host].add(known);
            for (SlotForecast.Running task : known.running()) {
                running++;
                ends(executor, offers.from(executor.host, task.secondsLeft()), new Ending(task.stage(), -1, -1, 0));
            }
        }
        Draw draw = new Draw(seed);
        for (int left = all.size(); left > 0; left--) {
            Executor next = all.set(draw.below(left), all.get(left - 1));
            if (next.free > 0) {
                offer(next, 0);
                if (next.offerSeconds <= 0) {
                    next.asked = false;
                    unasked++;
                }
            }
        }
    }

    /** It is predicted to be known at a time that a task has ended. */
    private void ends(Executor executor, double atSeconds, Ending ending) {
        if (Double.isFinite(atSeconds)) {
            byHost[executor.host].ends(atSeconds);
            events.add(new Event(atSeconds, number++, executor, ending));
        }
    }

    /** Goes on to the next event; what ends with it has ended. Null after the last. */
    Event next() {
        Event event = events.poll();
        while (event != null && event.isOffer() && event.atSeconds != event.executor.offerSeconds) {
            event = events.poll(); // an earlier offer has taken its place
        }
        if (event == null) {
            return null;
        }
        nowSeconds = event.atSeconds;
        Executor executor = event.executor;
        if (event.isOffer()) {
            executor.offerSeconds = NEVER;
            if (!executor.asked) {
                executor.asked = true;
                unasked--;
            }
        } else if (executor != null) {
            byHost[executor.host].ended();
            executor.free++;
            running--;
            idle.remove(executor);
            offer(executor, nowSeconds);
        }
        return event;
    }

    /** What an executor has free is offered at the first time for it that is not before, unless that is to happen sooner already. */
    private void offer(Executor executor, double seconds) {
        double at = offers.from(executor.host, seconds);
        if (at < executor.offerSeconds) {
            executor.offerSeconds = at;
            events.add(new Event(at, number++, executor, null));
        }
    }

    double nowSeconds() {
        return nowSeconds;
    }

    /** What is offered next is offered to a set besides which so many tasks wait. */
    void offerBeside(IntSupplier pending) {
        pendingBesides = pending;
    }

    /** There is an event without an offer at that time. */
    void wakeAt(double seconds) {
        events.add(new Event(seconds, number++, null, null));
    }

    /**
     * A slot of an executor got a task. That it has ended is told with an offer, not with this one.
     *
     * @param seconds that it is predicted to take; NaN when nothing is known
     */
    void launched(Executor executor, double seconds, Ending ending) {
        executor.free--;
        byHost[executor.host].free--;
        running++;
        if (!Double.isNaN(seconds)) {
            double told = offers.from(executor.host, nowSeconds + seconds);
            ends(executor, Math.max(told, offers.next(executor.host, nowSeconds)), ending);
        }
    }

    /** An offer got as many tasks as one may; what is free still is offered again. */
    void offerNext(Executor executor) {
        offer(executor, offers.next(executor.host, nowSeconds));
    }

    /** Nobody took what an executor has free; it is offered again, not before a time. */
    void offerAgain(Executor executor, double notBeforeSeconds) {
        offer(executor, notBeforeSeconds);
    }

    /** A task runs in a slot that is not looked at, for as long as is looked ahead. */
    void runsBesides() {
        runningBesides++;
    }

    /** Nothing is there for what an executor has free. */
    void idle(Executor executor) {
        idle.add(executor);
    }

    /** There is something anew: what is idle is offered. */
    void offerIdle() {
        idle.forEach(executor -> offer(executor, nowSeconds));
        idle.clear();
    }

    @Override
    public int slots(int host, InputKind kind) {
        return isFor(kind) ? byHost[host].slots : 0;
    }

    @Override
    public int freeSlots(int host, InputKind kind) {
        return isFor(kind) ? byHost[host].free : 0;
    }

    /** Whether tasks with such input may run in them. */
    boolean isFor(InputKind kind) {
        return !forecast.isExclusive() || kind == forecast.kind();
    }

    @Override
    public int running() {
        return running + unasked + runningBesides;
    }

    @Override
    public int pendingBesides() {
        return pendingBesides.getAsInt();
    }

    @Override
    public double secondsToFreeSlot(int host, InputKind kind) {
        if (!isFor(kind)) {
            return NEVER;
        }
        HostAhead slots = byHost[host];
        double at = slots.free > 0 ? offers.from(host, nowSeconds) : slots.firstEnd;
        return Math.max(0, at - nowSeconds);
    }

    @Override
    public double pace(int host) {
        return byHost[host].pace;
    }

    @Override
    public double secondsBetweenLaunches() {
        return offers.secondsBetweenLaunches();
    }

    @Override
    public double secondsBetweenHeartbeats() {
        return offers.secondsBetweenHeartbeats();
    }
}

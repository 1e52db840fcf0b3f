// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.coflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Blind orders of coflows and per-flow fairness once more, as plainly as they can be said: every flow by itself, everything computed anew at every event, max-min by
 * raising all rates together. To compare with.
 */
final class PlainCoflows {
    private static final class Flow {
        private int from;
        private int to;
        private double size;
        private double left;
        private double rate;
    }

    private static final class Shuffle {
        private int place;
        private int width;
        private final List<Flow> flows = new ArrayList<>();

        private double sent() {
            return flows.stream().mapToDouble(flow -> flow.size - flow.left).sum();
        }

        private List<Flow> open() {
            return flows.stream().filter(flow -> flow.left > 0).toList();
        }
    }

    private final CoflowTrace trace;
    private final String order;
    private final double portRate;
    private final double[] out;
    private final double[] in;

    PlainCoflows(CoflowTrace trace, String order, double portRate) {
        this.trace = trace;
        this.order = order;
        this.portRate = portRate;
        out = new double[trace.ports()];
        in = new double[trace.ports()];
    }

    private Shuffle shuffle(int place) {
        Coflow coflow = trace.coflows().get(place);
        double[][] bytes = new double[trace.ports()][trace.ports()];
        boolean[][] present = new boolean[trace.ports()][trace.ports()];
        for (int reducer = 0; reducer < coflow.reducers(); reducer++) {
            for (int mapper = 0; mapper < coflow.mappers(); mapper++) {
                bytes[coflow.mapper(mapper)][coflow.reducer(reducer)] +=
                        coflow.reducerBytes(reducer) / coflow.mappers();
                present[coflow.mapper(mapper)][coflow.reducer(reducer)] = true;
            }
        }
        Shuffle shuffle = new Shuffle();
        shuffle.place = place;
        for (int from = 0; from < trace.ports(); from++) {
            for (int to = 0; to < trace.ports(); to++) {
                if (present[from][to]) {
                    Flow flow = new Flow();
                    flow.from = from;
                    flow.to = to;
                    flow.size = bytes[from][to];
                    flow.left = flow.size;
                    shuffle.flows.add(flow);
                }
            }
        }
        shuffle.width = (int) Math.max(
                shuffle.flows.stream().mapToInt(flow -> flow.from).distinct().count(),
                shuffle.flows.stream().mapToInt(flow -> flow.to).distinct().count());
        return shuffle;
    }

    private double expected(Shuffle shuffle) {
        double ended = shuffle.flows.stream().filter(flow -> flow.left == 0).count();
        double open = shuffle.flows.size() - ended;
        return ended == 0 ? shuffle.sent() : shuffle.sent() * Math.min(1, open / ended);
    }

    private int key(Shuffle shuffle) {
        return switch (order) {
            case "ncf" -> shuffle.width;
            case "d-clas" -> queue(shuffle.sent(), 10, 10);
            case "fairlead" -> queue(expected(shuffle), 40, 2);
            default -> 0;
        };
    }

    private static int queue(double bytes, int queues, double ratio) {
        int queue = 0;
        for (double bound = 10e6; bytes >= bound * (1 - 1e-9) && queue < queues - 1; bound *= ratio) {
            queue++;
        }
        return queue;
    }

    /** Seconds until the bytes sent move the coflow to another queue at these rates. */
    private double untilQueue(Shuffle shuffle) {
        if (!order.equals("d-clas") && !order.equals("fairlead")) {
            return Double.POSITIVE_INFINITY;
        }
        double ratio = order.equals("d-clas") ? 10 : 2;
        double bound = 10e6 * Math.pow(ratio, key(shuffle));
        double now = order.equals("d-clas") ? shuffle.sent() : expected(shuffle);
        double share = shuffle.sent() == 0 ? 1 : now / shuffle.sent();
        double rate = shuffle.flows.stream().mapToDouble(flow -> flow.rate).sum() * share;
        return rate == 0 ? Double.POSITIVE_INFINITY : Math.max(0, bound - now) / rate;
    }

    double[] ends() {
        double[] ends = new double[trace.coflows().size()];
        List<Shuffle> running = new ArrayList<>();
        int arrived = 0;
        int done = 0;
        double now = 0;
        while (done < ends.length) {
            while (arrived < ends.length && trace.coflows().get(arrived).arrivalSeconds() <= now + 1e-12) {
                running.add(shuffle(arrived++));
            }
            for (Shuffle shuffle : List.copyOf(running)) {
                if (shuffle.open().isEmpty()) {
                    ends[shuffle.place] = now;
                    running.remove(shuffle);
                    done++;
                }
            }
            running.sort(Comparator.comparingInt(this::key).thenComparingInt(shuffle -> shuffle.place));
            Arrays.fill(out, portRate);
            Arrays.fill(in, portRate);
            if (order.equals("max-min")) {
                share(running.stream()
                        .flatMap(shuffle -> shuffle.flows.stream())
                        .toList());
            } else {
                running.forEach(shuffle -> share(shuffle.flows));
            }
            double step = arrived < ends.length
                    ? trace.coflows().get(arrived).arrivalSeconds() - now
                    : Double.POSITIVE_INFINITY;
            for (Shuffle shuffle : running) {
                for (Flow flow : shuffle.open()) {
                    step = flow.rate > 0 ? Math.min(step, flow.left / flow.rate) : step;
                }
                step = Math.min(step, untilQueue(shuffle));
            }
            if (done < ends.length) {
                now += step;
                for (Shuffle shuffle : running) {
                    for (Flow flow : shuffle.open()) {
                        double left = flow.left - flow.rate * step;
                        flow.left = left <= flow.rate * 1e-9 ? 0 : left;
                    }
                }
            }
        }
        return ends;
    }

    /** Max-min fair rates of these flows on what the ports have left. */
    private void share(List<Flow> flows) {
        flows.forEach(flow -> flow.rate = 0);
        List<Flow> rising = new ArrayList<>(flows);
        rising.removeIf(flow -> flow.left == 0 || out[flow.from] < 1e-6 || in[flow.to] < 1e-6);
        while (!rising.isEmpty()) {
            int[] leaving = new int[trace.ports()];
            int[] reaching = new int[trace.ports()];
            rising.forEach(flow -> {
                leaving[flow.from]++;
                reaching[flow.to]++;
            });
            double more = Double.POSITIVE_INFINITY;
            for (int port = 0; port < trace.ports(); port++) {
                more = leaving[port] > 0 ? Math.min(more, out[port] / leaving[port]) : more;
                more = reaching[port] > 0 ? Math.min(more, in[port] / reaching[port]) : more;
            }
            for (Flow flow : rising) {
                flow.rate += more;
                out[flow.from] -= more;
                in[flow.to] -= more;
            }
            rising.removeIf(flow -> out[flow.from] < 1e-6 || in[flow.to] < 1e-6);
        }
    }
}

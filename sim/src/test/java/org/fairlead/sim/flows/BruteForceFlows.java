// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.flow.SharingRule;
import org.fairlead.core.flow.path.LinkState;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/**
 * The same simulation as slowly as it can be written: at every event all rates are found anew from their definition, by bisection on
 * the common level, then time steps to the next end or event. Shares nothing with the engine but path selection.
 */
final class BruteForceFlows {
    private static final class Active {
        final int row;
        double left;
        int[] links;
        double rate;

        Active(int row, double left, int[] links) {
            this.row = row;
            this.left = left;
            this.links = links;
        }
    }

    /** Something that shares: one flow, or a pair's flows over one path. */
    private static final class Sharer {
        final List<Active> members = new ArrayList<>();
        double weight;
        double minimum;
        double cap;
        double level = Double.NaN;
    }

    private final Topology topology;
    private final FlowTable table;
    private final FlowSimulation.Options options;
    private final double[] capacity;
    private final double[] finish;
    private final List<Active> active = new ArrayList<>();
    private final List<Active> waiting = new ArrayList<>();
    private final FirstPath selector;
    private double now;

    private BruteForceFlows(Topology topology, FlowTable table, FlowSimulation.Options options) {
        this.topology = topology;
        this.table = table;
        this.options = options;
        int links = topology.links().size();
        capacity = Arrays.copyOf(
                topology.links().stream().mapToDouble(Link::bytesPerSecond).toArray(),
                links + 2 * topology.nodes().size());
        for (Host host : topology.hosts()) {
            capacity[links + 2 * host.index()] =
                    host.disk().map(Host.Disk::readBytesPerSecond).orElse(1e18);
            capacity[links + 2 * host.index() + 1] =
                    host.disk().map(Host.Disk::writeBytesPerSecond).orElse(1e18);
        }
        finish = new double[table.size()];
        Arrays.fill(finish, Double.POSITIVE_INFINITY);
        selector = new FirstPath(topology, true);
    }

    static double[] finishes(Topology topology, FlowTable table, FlowSimulation.Options options) {
        BruteForceFlows run = new BruteForceFlows(topology, table, options);
        run.run();
        return run.finish;
    }

    private void run() {
        boolean[] arrived = new boolean[table.size()];
        boolean[] happened = new boolean[options.events().size()];
        while (true) {
            rates();
            double next = Double.POSITIVE_INFINITY;
            for (Active flow : active) {
                if (flow.rate > 0) {
                    next = Math.min(next, now + flow.left / flow.rate);
                }
            }
            for (int i = 0; i < happened.length; i++) {
                next = happened[i]
                        ? next
                        : Math.min(next, options.events().get(i).atSeconds());
            }
            for (int row = 0; row < arrived.length; row++) {
                next = arrived[row] ? next : Math.min(next, table.arrivalSeconds(row));
            }
            if (next == Double.POSITIVE_INFINITY) {
                return;
            }
            step(next);
            events(happened);
            for (int row = 0; row < arrived.length; row++) {
                if (!arrived[row] && table.arrivalSeconds(row) <= now) {
                    arrived[row] = true;
                    arrive(row);
                }
            }
        }
    }

    private void step(double next) {
        for (Active flow : List.copyOf(active)) {
            double end = now + flow.left / flow.rate;
            flow.left -= flow.rate * (next - now);
            if (end <= next * (1 + 1e-12)) {
                finish[flow.row] = next;
                active.remove(flow);
            }
        }
        now = next;
    }

    private void events(boolean[] happened) {
        boolean any = false;
        for (int i = 0; i < happened.length; i++) {
            LinkEvent event = options.events().get(i);
            if (!happened[i] && event.atSeconds() <= now) {
                happened[i] = true;
                any = true;
                capacity[event.link()] = event.bytesPerSecond();
            }
        }
        if (!any) {
            return;
        }
        List<Active> again = new ArrayList<>(waiting);
        waiting.clear();
        for (Active flow : List.copyOf(active)) {
            if (Arrays.stream(flow.links).anyMatch(link -> capacity[link] == 0)) {
                active.remove(flow);
                again.add(flow);
            }
        }
        again.forEach(flow -> place(flow.row, flow.left));
    }

    private void arrive(int row) {
        boolean local = table.source(row) == table.destination(row);
        boolean disk = options.disks() && host(table.source(row)).disk().isPresent();
        if (table.bytes(row) == 0 || (local && !disk && Double.isInfinite(table.cap(row)))) {
            finish[row] = now;
        } else {
            place(row, table.bytes(row));
        }
    }

    private Host host(int index) {
        return (Host) topology.nodes().get(index);
    }

    private void place(int row, double left) {
        int source = table.source(row);
        int destination = table.destination(row);
        Optional<int[]> path =
                source == destination ? Optional.of(new int[0]) : selector.select(row, source, destination, links());
        if (path.isEmpty()) {
            waiting.add(new Active(row, left, new int[0]));
            return;
        }
        int[] used = path.get();
        if (options.disks()) {
            int first = topology.links().size();
            used = Arrays.copyOf(used, used.length + 2);
            used[used.length - 2] = first + 2 * source;
            used[used.length - 1] = first + 2 * destination + 1;
        }
        active.add(new Active(row, left, used));
    }

    private LinkState links() {
        return new LinkState() {
            @Override
            public double capacity(int link) {
                return capacity[link];
            }

            @Override
            public double load(int link) {
                return 0;
            }

            @Override
            public int flows(int link) {
                return 0;
            }
        };
    }

    private void rates() {
        List<Sharer> sharers = options.perPair() ? pairs() : singles();
        boolean[] full = new boolean[capacity.length];
        while (true) {
            int tightest = -1;
            double lowest = 1e17;
            for (int r = 0; r < capacity.length; r++) {
                if (!full[r] && loadAt(sharers, r, 1e17) > capacity[r] * (1 + 1e-13) && anyFree(sharers, r)) {
                    double level = levelOf(sharers, r, lowest);
                    if (level < lowest) {
                        lowest = level;
                        tightest = r;
                    }
                }
            }
            if (tightest < 0) {
                break;
            }
            full[tightest] = true;
            for (Sharer sharer : sharers) {
                if (Double.isNaN(sharer.level) && uses(sharer, tightest)) {
                    sharer.level = lowest;
                }
            }
        }
        for (Sharer sharer : sharers) {
            double rate =
                    rate(sharer.weight, sharer.minimum, sharer.cap, Double.isNaN(sharer.level) ? 1e17 : sharer.level);
            divide(sharer, rate);
        }
    }

    private static boolean anyFree(List<Sharer> sharers, int resource) {
        return sharers.stream().anyMatch(sharer -> Double.isNaN(sharer.level) && uses(sharer, resource));
    }

    private double levelOf(List<Sharer> sharers, int resource, double atMost) {
        if (loadAt(sharers, resource, atMost) <= capacity[resource]) {
            return Double.POSITIVE_INFINITY;
        }
        return bisect(level -> loadAt(sharers, resource, level) <= capacity[resource]);
    }

    /** The highest level that fits: between −1 and 0 evenly, above by ratios first. */
    private static double bisect(java.util.function.DoublePredicate fits) {
        double low = -1;
        double high = 0;
        if (fits.test(0)) {
            low = 0;
            high = 1e-6;
            while (fits.test(high) && high < 1e18) {
                low = high;
                high *= 2;
            }
        }
        for (int i = 0; i < 70 && low < high; i++) {
            double middle = (low + high) / 2;
            if (fits.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private double loadAt(List<Sharer> sharers, int resource, double level) {
        double load = 0;
        for (Sharer sharer : sharers) {
            if (uses(sharer, resource)) {
                double at = Double.isNaN(sharer.level) ? level : Math.min(level, sharer.level);
                load += rate(sharer.weight, sharer.minimum, sharer.cap, at);
            }
        }
        return load;
    }

    private static boolean uses(Sharer sharer, int resource) {
        for (int link : sharer.members.get(0).links) {
            if (link == resource) {
                return true;
            }
        }
        return false;
    }

    private double rate(double weight, double minimum, double cap, double level) {
        boolean minima = options.rule() != SharingRule.MAX_MIN;
        double least = minima ? Math.min(minimum, cap) : 0;
        if (level < 0) {
            return least * (1 + level);
        }
        if (options.rule() == SharingRule.HTB) {
            return Math.min(cap, least + weight * level);
        }
        return Math.min(cap, Math.max(least, weight * level));
    }

    private void divide(Sharer sharer, double rate) {
        if (sharer.members.size() == 1) {
            sharer.members.get(0).rate = rate;
            return;
        }
        double level = rate >= sharer.cap ? 1e17 : bisect(l -> sum(sharer, l) <= rate);
        for (Active flow : sharer.members) {
            flow.rate = rate(table.weight(flow.row), table.minimum(flow.row), table.cap(flow.row), level);
        }
    }

    private double sum(Sharer sharer, double level) {
        double sum = 0;
        for (Active flow : sharer.members) {
            sum += rate(table.weight(flow.row), table.minimum(flow.row), table.cap(flow.row), level);
        }
        return sum;
    }

    private List<Sharer> singles() {
        List<Sharer> sharers = new ArrayList<>();
        for (Active flow : active) {
            Sharer sharer = new Sharer();
            sharer.members.add(flow);
            sharer.weight = table.weight(flow.row);
            sharer.minimum = table.minimum(flow.row);
            sharer.cap = table.cap(flow.row);
            sharers.add(sharer);
        }
        return sharers;
    }

    private List<Sharer> pairs() {
        List<Sharer> sharers = new ArrayList<>();
        for (Active flow : active) {
            Sharer sharer = sharers.stream()
                    .filter(other -> samePair(other.members.get(0), flow)
                            && Arrays.equals(other.members.get(0).links, flow.links))
                    .findFirst()
                    .orElseGet(() -> {
                        Sharer added = new Sharer();
                        sharers.add(added);
                        return added;
                    });
            sharer.members.add(flow);
            sharer.minimum += table.minimum(flow.row);
            sharer.cap += table.cap(flow.row);
        }
        for (Sharer sharer : sharers) {
            long all = active.stream()
                    .filter(flow -> samePair(flow, sharer.members.get(0)))
                    .count();
            sharer.weight = (double) sharer.members.size() / all;
        }
        return sharers;
    }

    private boolean samePair(Active one, Active other) {
        return table.source(one.row) == table.source(other.row)
                && table.destination(one.row) == table.destination(other.row);
    }
}

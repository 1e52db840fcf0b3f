// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.profile.ReadTimes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.view.AvailableBandwidth;

/**
 * Puts first what {@link ReadTimes} choose by what each reader was given, its own replica included; the others keep stock's order. They also say when the rest of a block is read from another one. Knows no view, and nothing of what other readers were given but which hosts are slow, where the reader does.
 *
 * <p>Not safe for threads.
 */
public final class ObservedSelector implements ReplicaSelector {
    private final Map<Integer, ReadTimes> byReader = new HashMap<>();

    @Override
    public String name() {
        return ReadOrders.OBSERVED;
    }

    @Override
    public boolean observes() {
        return true;
    }

    @Override
    public void gave(Host reader, Host source, double bytes, double seconds, long nowNanos) {
        of(reader).gave(source.name(), bytes, 1, seconds, nowNanos);
    }

    @Override
    public int goOn(
            Host reader, List<Host> sources, double bytes, double seconds, double left, long nowNanos, long seed) {
        return of(reader).goOn(sources.stream().map(Host::name).toList(), bytes, seconds, left, nowNanos, seed);
    }

    private ReadTimes of(Host reader) {
        return byReader.computeIfAbsent(reader.index(), none -> new ReadTimes());
    }

    @Override
    public ReadOrder order(ReadRequest request, AvailableBandwidth bandwidth, long nowNanos, long seed) {
        if (request.reader().isEmpty()) {
            return new ReadOrder.LeftToStock("what this reader was given is not known", List.of());
        }
        ReadTimes times = of(request.reader().get());
        List<Host> order = new ArrayList<>(request.replicas());
        List<String> names = order.stream().map(Host::name).toList();
        double[] paces = names.stream()
                .mapToDouble(name -> request.paces().getOrDefault(name, 1.0))
                .toArray();
        Host first = order.remove(times.choose(names, paces, nowNanos, seed));
        order.add(0, first);
        return new ReadOrder.Ordered(
                order, times.bytesPerSecond(first.name(), nowNanos), "drawn by what each gave lately", List.of());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.fairlead.core.placement.ReadOrder;
import org.fairlead.core.placement.ReadOrders;
import org.fairlead.core.placement.ReadRequest;
import org.fairlead.core.placement.ReplicaSelector;
import org.fairlead.core.task.Locality;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Routes;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.sim.jobs.machine.SimulatedMachines;
import org.fairlead.sim.jobs.storage.Block;

/** From which of the machines that store a block it is read: as a contender's selector says, else as stock does. The selector is told what readers were given. */
public final class BlockSources {
    private final ReplicaSelector selector;
    private final boolean ordersReads;
    private final SimulatedMachines machines;
    private final Routes routes;
    private final Supplier<AvailableBandwidth> bandwidth;
    private final LongSupplier now;
    private final LongSupplier chance;

    /**
     * @param bandwidth as far as policies know
     * @param now in nanoseconds, as policies count time
     * @param chance another number at each call
     * @throws IllegalArgumentException when there is no selector of the name
     */
    public BlockSources(
            Policies.Replicas replicas,
            SimulatedMachines machines,
            Routes routes,
            Supplier<AvailableBandwidth> bandwidth,
            LongSupplier now,
            LongSupplier chance) {
        selector = ReadOrders.named(replicas.selector());
        ordersReads = replicas.ordersReads();
        this.machines = machines;
        this.routes = routes;
        this.bandwidth = bandwidth;
        this.now = now;
        this.chance = chance;
    }

    /** The machine that a block is read from by one who knows of no slow hosts. */
    public int source(int reader, Block block) {
        return source(reader, Map.of(), block);
    }

    /**
     * The machine that a block is read from: the reader itself, unless the selector goes by what readers were given; else as it says.
     *
     * @param paces of the hosts that the reader knows to be slow
     */
    public int source(int reader, Map<String, Double> paces, Block block) {
        int[] holders = block.machines;
        boolean own = Arrays.stream(holders).anyMatch(holder -> holder == reader);
        if (own && !selector.observes()) {
            return reader;
        }
        if (ordersReads && holders.length > 1) {
            int stocks = !selector.observes() ? -1 : own ? reader : nearest(reader, holders);
            List<Host> replicas = Arrays.stream(holders)
                    .boxed()
                    .sorted(Comparator.comparing(holder -> holder != stocks))
                    .map(this::host)
                    .toList();
            ReadRequest request =
                    new ReadRequest(Optional.of(host(reader)), replicas, Math.max(1, (long) block.bytes), paces);
            if (selector.order(request, bandwidth.get(), now.getAsLong(), chance.getAsLong())
                    instanceof ReadOrder.Ordered ordered) {
                return machines.of(ordered.replicas().get(0).index());
            }
        }
        return own ? reader : nearest(reader, holders);
    }

    /**
     * A machine has read from one, itself or another.
     *
     * @param seconds for which it waited for the bytes
     */
    public void gave(int reader, int source, double bytes, double seconds) {
        selector.gave(host(reader), host(source), bytes, seconds, now.getAsLong());
    }

    /** Whether readers go by what they were given. */
    public boolean areObserved() {
        return selector.observes();
    }

    /**
     * The machine that the rest of a block is read from.
     *
     * @param source that gives it now
     * @param bytes of the block that it has given
     * @param seconds for which the reader waited for these
     * @param left bytes of the block that are still to be read
     */
    public int goOn(int reader, int source, Block block, double bytes, double seconds, double left) {
        int[] sources = IntStream.concat(
                        IntStream.of(source), Arrays.stream(block.machines).filter(holder -> holder != source))
                .toArray();
        List<Host> hosts = Arrays.stream(sources).mapToObj(this::host).toList();
        return sources[selector.goOn(host(reader), hosts, bytes, seconds, left, now.getAsLong(), chance.getAsLong())];
    }

    /** Stock's choice: any of the reader's rack, else any. */
    private int nearest(int reader, int[] holders) {
        int rack = rack(reader);
        int near = 0;
        for (int holder : holders) {
            near += rack(holder) == rack ? 1 : 0;
        }
        int at = (int) Long.remainderUnsigned(chance.getAsLong(), near > 0 ? near : holders.length);
        for (int holder : holders) {
            if ((near == 0 || rack(holder) == rack) && at-- == 0) {
                return holder;
            }
        }
        throw new IllegalStateException("a block without a holder");
    }

    /** How near a machine is to the nearest replica of a block. */
    public Locality locality(int machine, Block block) {
        Locality nearest = Locality.ANY;
        for (int holder : block.machines) {
            if (holder == machine) {
                return Locality.HOST;
            }
            if (areOfOneRack(holder, machine)) {
                nearest = Locality.RACK;
            }
        }
        return nearest;
    }

    /** Whether what one machine reads from another stays in their rack. */
    public boolean areOfOneRack(int reader, int source) {
        return rack(reader) == rack(source);
    }

    private int rack(int machine) {
        return routes.rackOf(machines.host(machine));
    }

    private Host host(int machine) {
        return routes.host(machines.host(machine));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlan;
import org.fairlead.core.shuffle.Place;

/** One shuffle that is exchanged: its plan, what of each partition is not yet in its place, and who waits for that. */
final class Exchange {
    final ExchangePlan plan;
    /** By number of a host in the plan. */
    final int[] machines;

    final double beganSeconds;
    final BringOrder order;
    private final int[] missing;
    private final boolean[] released;
    private final List<List<Reader>> waiting = new ArrayList<>();
    int brings;

    /** A task that reads. */
    static final class Reader {
        final int id;
        final int partition;
        final int machine;
        /** Numbers of what is under way. */
        final List<Integer> legs = new ArrayList<>();

        Reader(int id, int partition, int machine) {
            this.id = id;
            this.partition = partition;
            this.machine = machine;
        }
    }

    Exchange(ExchangePlan plan, int[] machines, double nowSeconds) {
        beganSeconds = nowSeconds;
        this.plan = plan;
        this.machines = machines;
        List<Bring> all = Bring.all(plan);
        order = plan.order().coupled()
                ? new Rounds(all)
                : new Windows(all, plan.order().window());
        brings = all.size();
        missing = new int[plan.bytes().partitions()];
        released = new boolean[missing.length];
        for (int partition = 0; partition < missing.length; partition++) {
            waiting.add(new ArrayList<>());
        }
        all.forEach(bring -> bring.partitions.forEach(partition -> missing[partition]++));
    }

    /** Whether all blocks of a partition are in their places. */
    boolean isPlaced(int partition) {
        return missing[partition] == 0;
    }

    void waits(Reader reader) {
        waiting.get(reader.partition).add(reader);
    }

    void leaves(Reader reader) {
        waiting.get(reader.partition).remove(reader);
    }

    /**
     * Something is in its place.
     *
     * @return who waited for nothing else
     */
    List<Reader> brought(Bring bring) {
        brings--;
        List<Reader> ready = new ArrayList<>();
        for (int partition : bring.partitions) {
            missing[partition]--;
            if (missing[partition] == 0) {
                ready.addAll(waiting.get(partition));
                waiting.get(partition).clear();
            }
        }
        return ready;
    }

    Leg leg(Bring bring) {
        int to = bring.toStore() ? Leg.STORE : machines[bring.to];
        Leg.Kind kind = bring.toStore() ? Leg.Kind.STORE : bring.toDisk ? Leg.Kind.BRING_TO_DISK : Leg.Kind.BRING;
        return new Leg(machines[bring.from], to, kind);
    }

    /** What a task on a machine has to fetch when all is in its place: bytes by way, in a fixed order. */
    Map<Leg, Double> toFetch(Reader reader) {
        ByteMatrix bytes = plan.bytes();
        Map<Leg, Double> all = new TreeMap<>(Comparator.comparing(Leg::kind).thenComparingInt(Leg::from));
        for (int row = 0; row < bytes.rows(); row++) {
            long block = bytes.bytes(row, reader.partition);
            Place place = plan.place(row, reader.partition);
            int from = place == Place.STORE ? Leg.STORE : machines[plan.host(row, reader.partition)];
            boolean there = place.isMemory() && from == reader.machine;
            if (block > 0 && !there) {
                all.merge(new Leg(from, reader.machine, kind(place)), (double) block, Double::sum);
            }
        }
        return all;
    }

    private static Leg.Kind kind(Place place) {
        return switch (place) {
            case OWNER_MEMORY, SENDER_MEMORY, OTHER_MEMORY -> Leg.Kind.FETCH;
            case DISK -> Leg.Kind.FETCH_FROM_DISK;
            case STORE -> Leg.Kind.FETCH_FROM_STORE;
        };
    }

    /** Reserves the memory of all blocks. */
    void reserve(ExchangeMemory memory) {
        long[] needed = plan.memoryBytes();
        for (int host = 0; host < machines.length; host++) {
            memory.reserve(machines[host], needed[host]);
        }
    }

    /** The task of a partition has ended: its blocks' memory is free. Nothing happens the second time. */
    void release(int partition, ExchangeMemory memory) {
        if (released[partition]) {
            return;
        }
        released[partition] = true;
        for (int row = 0; row < plan.bytes().rows(); row++) {
            if (plan.place(row, partition).isMemory()) {
                memory.release(machines[plan.host(row, partition)], plan.bytes().bytes(row, partition));
            }
        }
    }
}

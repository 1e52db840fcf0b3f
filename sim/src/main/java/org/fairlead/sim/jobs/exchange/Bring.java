// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlan;
import org.fairlead.core.shuffle.Place;

/** Blocks of one host that are brought to one place together. Hosts by number in the plan. */
final class Bring {
    final int from;
    /** {@link ExchangePlan#NO_HOST} for the store. */
    final int to;

    final boolean toDisk;
    /** In which the plan has it; 0 of what goes to the store. */
    final int step;

    /** Each once, rising. */
    final List<Integer> partitions = new ArrayList<>();

    long bytes;

    private Bring(int from, int to, boolean toDisk, int step) {
        this.from = from;
        this.to = to;
        this.toDisk = toDisk;
        this.step = step;
    }

    boolean toStore() {
        return to == ExchangePlan.NO_HOST;
    }

    /** All of a plan, by receiver, then by step. */
    static List<Bring> all(ExchangePlan plan) {
        ByteMatrix bytes = plan.bytes();
        Map<Long, Bring> all = new TreeMap<>();
        for (int partition = 0; partition < bytes.partitions(); partition++) {
            for (int row = 0; row < bytes.rows(); row++) {
                if (plan.moves(row, partition)) {
                    add(all, plan, row, partition);
                }
            }
        }
        return List.copyOf(all.values());
    }

    private static void add(Map<Long, Bring> all, ExchangePlan plan, int row, int partition) {
        int from = plan.bytes().sender(row);
        int to = plan.host(row, partition);
        boolean toDisk = plan.place(row, partition) == Place.DISK;
        int step = to == ExchangePlan.NO_HOST ? 0 : plan.order().step(from, to);
        int hosts = plan.bytes().hosts();
        long key = (((long) (to + 1) * hosts + step) * hosts + from) * 2 + (toDisk ? 1 : 0);
        Bring bring = all.computeIfAbsent(key, unused -> new Bring(from, to, toDisk, step));
        bring.bytes += plan.bytes().bytes(row, partition);
        int known = bring.partitions.size();
        if (known == 0 || bring.partitions.get(known - 1) != partition) {
            bring.partitions.add(partition);
        }
    }
}

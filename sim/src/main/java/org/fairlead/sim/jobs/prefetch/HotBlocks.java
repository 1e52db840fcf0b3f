// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps what each machine has read, as long as there is room, the least recently read goes first: what many a gain of prefetching really is.
 *
 * <p>Nothing larger than a machine's memory is kept. What has been read counts from its last byte on.
 */
public final class HotBlocks {
    private static final float LOAD = 0.75f;

    /** By machine, bytes of what it keeps; the least recently read first. */
    private final List<LinkedHashMap<Object, Double>> kept = new ArrayList<>();

    private final MachineMemory memory;

    public HotBlocks(MachineMemory memory) {
        this.memory = memory;
        for (int machine = 0; machine < memory.machines(); machine++) {
            kept.add(new LinkedHashMap<>(16, LOAD, true));
        }
    }

    /** Whether a machine keeps it; if so it was read once more. */
    public boolean isKept(int machine, Object what) {
        return kept.get(machine).get(what) != null;
    }

    /** A machine has read it. */
    public void read(int machine, Object what, double bytes) {
        Map<Object, Double> here = kept.get(machine);
        if (bytes > memory.all(machine) || here.get(what) != null) {
            return;
        }
        Iterator<Double> oldest = here.values().iterator();
        while (!memory.takes(machine, bytes)) {
            memory.frees(machine, oldest.next());
            oldest.remove();
        }
        here.put(what, bytes);
    }
}

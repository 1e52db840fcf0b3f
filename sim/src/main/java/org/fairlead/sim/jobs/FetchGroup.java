package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Attempts on one machine that began to fetch the same shuffle together; they fetch from a host over one flow, and have all at the same time. */
final class FetchGroup {
    final int id;
    final StageRun stage;
    final int machine;
    final List<Running> members = new ArrayList<>();
    /** What they want of every byte of the shuffle. */
    double share;
    /** Outputs taken notice of, by parent. */
    final int[] seen;
    /** Flows by the machine they come from. */
    final TreeMap<Integer, Flow> flows = new TreeMap<>();

    double fetchedBytes;

    /** Bytes on their way from one machine. */
    static final class Flow {
        int activity = -1;
        /** Not yet asked for. */
        double amount;

        /** What was ever asked of it and is still wanted. */
        double total;
    }

    FetchGroup(int id, StageRun stage, int machine, int parents) {
        this.id = id;
        this.stage = stage;
        this.machine = machine;
        seen = new int[parents];
    }
}

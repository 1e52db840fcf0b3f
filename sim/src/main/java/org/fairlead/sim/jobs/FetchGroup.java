// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/** Attempts on one machine that began to fetch the same shuffle together; they fetch from a host over one flow, and have all at the same time. */
final class FetchGroup {
    /** Stands for all machines as one source. */
    static final int ALL = 0xFFFFFF;

    final int id;
    final StageRun stage;
    final int machine;
    /** What each member wants of every byte of the shuffle. */
    final double part;

    final List<RunningAttempt> members = new ArrayList<>();
    /** What they want of it together. */
    double share;
    /** Outputs taken notice of, by parent. */
    final int[] seen;
    /** Flows by the machine they come from; one under {@link #ALL} when all machines are one source. */
    final TreeMap<Integer, Flow> flows = new TreeMap<>();

    /** Whether all machines are one source. */
    final boolean wide;

    /** Of a wide group: what there was when it last looked, in all and by rack. */
    private double madeSeen;

    private final double[] seenByRack;
    /** What it has seen and not asked for, by rack. */
    private final double[] wantedByRack;
    /** What its flow was asked for, by rack. */
    private final double[] askedByRack;
    /** By parent, the outputs of which its only member has a copy; empty where it has none. */
    final List<BitSet> copies;

    double fetchedBytes;

    /** Bytes on their way from one machine, or from all. */
    static final class Flow {
        int activity = -1;
        /** Not yet asked for. */
        double amount;
        /** What its activity was asked for. */
        double asked;
    }

    FetchGroup(int id, StageRun stage, int machine, double part, boolean wide, int racks, List<BitSet> copies) {
        this.copies = List.copyOf(copies);
        this.part = part;
        this.id = id;
        this.stage = stage;
        this.machine = machine;
        this.wide = wide;
        seenByRack = new double[wide ? racks : 0];
        wantedByRack = new double[seenByRack.length];
        askedByRack = new double[seenByRack.length];
        seen = new int[stage.stage.parents().size()];
    }

    boolean hasCopy(int parent, int output) {
        return !copies.isEmpty() && copies.get(parent).get(output);
    }

    /** Whether it has asked for nothing yet. */
    boolean isNew() {
        for (int outputs : seen) {
            if (outputs > 0) {
                return false;
            }
        }
        return flows.isEmpty();
    }

    /** Whether it has all that there will be. */
    boolean isComplete() {
        if (!flows.isEmpty()) {
            return false;
        }
        for (int i = 0; i < seen.length; i++) {
            StageRun parent = parent(i);
            if (!parent.isDone() || seen[i] < parent.outputs()) {
                return false;
            }
        }
        return true;
    }

    /** The stage of which it has seen so many outputs. */
    StageRun parent(int number) {
        return stage.job.stages.get(stage.stage.parents().get(number));
    }

    /** Its share of all that was made since this was last asked; it comes with the next flow. */
    double shareOfMade() {
        double made = 0;
        double[] byRack = new double[seenByRack.length];
        for (int i = 0; i < seen.length; i++) {
            made += parent(i).outputSum;
            parent(i).addMadeByRack(byRack);
        }
        for (int rack = 0; rack < byRack.length; rack++) {
            wantedByRack[rack] += byRack[rack] - seenByRack[rack];
            seenByRack[rack] = byRack[rack];
        }
        double more = (made - madeSeen) * share;
        madeSeen = made;
        return more;
    }

    /** A flow begins, with all that is wanted: by rack, the share of it that comes from there. */
    double[] ask() {
        double sum = 0;
        for (int rack = 0; rack < askedByRack.length; rack++) {
            askedByRack[rack] = wantedByRack[rack];
            wantedByRack[rack] = 0;
            sum += askedByRack[rack];
        }
        double[] shares = new double[askedByRack.length];
        for (int rack = 0; rack < shares.length && sum > 0; rack++) {
            shares[rack] = askedByRack[rack] / sum;
        }
        return shares;
    }

    /** Its flow is stopped, with a share of what it was asked for still to come: the next one brings that. */
    void stopped(double shareToCome) {
        for (int rack = 0; rack < askedByRack.length; rack++) {
            wantedByRack[rack] += shareToCome * askedByRack[rack];
        }
    }
}

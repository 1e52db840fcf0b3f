// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import org.fairlead.sim.jobs.machine.Senders;

/** Attempts on one machine that began to fetch the same shuffle together; they fetch from a bundle of senders, mostly a single machine, over one flow, and have all at the same time. */
final class FetchGroup {
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
    /** Flows by the bundle of senders that they come from. */
    final TreeMap<Integer, Flow> flows = new TreeMap<>();

    final Senders.Bundles bundles;
    /** By parent, the outputs of which its only member has a copy; empty where it has none. */
    final List<BitSet> copies;

    double fetchedBytes;

    /** Bytes on their way from a bundle of senders. */
    static final class Flow {
        int activity = -1;
        /** Not yet asked for. */
        double amount;
        /** What its activity was asked for. */
        double asked;
        /** Machines whose disks its activity reads. */
        int[] streams = StageRun.NOWHERE;

        /** By place of the bundle, what was made there and not asked for, and what its activity was asked for: for all tasks of the stage. */
        private final double[] wantedBy;

        private double[] askedBy;

        Flow(int places) {
            wantedBy = new double[places];
            askedBy = new double[places];
        }

        void want(int at, double made, double share) {
            wantedBy[at] += made;
            amount += made * share;
        }

        /** It begins, with all that is wanted; says, by place of the bundle, what share of that comes from there. */
        double[] ask() {
            asked = amount;
            amount = 0;
            askedBy = wantedBy.clone();
            Arrays.fill(wantedBy, 0);
            double sum = Arrays.stream(askedBy).sum();
            return Arrays.stream(askedBy).map(bytes -> bytes / sum).toArray();
        }

        /** It is stopped, with a share of what it was asked for still to come: the next one brings that. */
        void stopped(double shareToCome) {
            for (int at = 0; at < askedBy.length; at++) {
                wantedBy[at] += shareToCome * askedBy[at];
            }
        }
    }

    FetchGroup(int id, StageRun stage, int machine, double part, Senders.Bundles bundles, List<BitSet> copies) {
        this.copies = List.copyOf(copies);
        this.part = part;
        this.id = id;
        this.stage = stage;
        this.machine = machine;
        this.bundles = bundles;
        seen = new int[stage.stage.parents().size()];
    }

    /** The flow from the bundle of a place. */
    Flow flow(int place) {
        return flows.computeIfAbsent(bundles.of(place), unused -> new Flow(bundles.size()));
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

    /** Machines with output for it. */
    int sources() {
        int most = 1;
        for (int i = 0; i < seen.length; i++) {
            most = Math.max(most, parent(i).sources());
        }
        return most;
    }
}

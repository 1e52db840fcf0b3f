// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

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

    /** Of a wide group: what it has seen and not asked for, by place. */
    private final double[] wanted;
    /** What its flow was asked for, by place. */
    private final double[] asked;
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

    /** @param places of which a wide group tells apart what comes from there; 0 for a group whose machines each send by a flow of their own */
    FetchGroup(int id, StageRun stage, int machine, double part, int places, List<BitSet> copies) {
        this.copies = List.copyOf(copies);
        this.part = part;
        this.id = id;
        this.stage = stage;
        this.machine = machine;
        wide = places > 0;
        wanted = new double[places];
        asked = new double[places];
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

    /** A wide group wants bytes of a place; they come with the next flow. */
    void want(int place, double bytes) {
        wanted[place] += bytes;
    }

    /** Machines with output for it. */
    int sources() {
        int most = 1;
        for (int i = 0; i < seen.length; i++) {
            most = Math.max(most, parent(i).sources());
        }
        return most;
    }

    /** Of a wide group: where what its flow was asked for comes from. */
    int[] placesAsked() {
        return IntStream.range(0, asked.length)
                .filter(place -> asked[place] > 0)
                .toArray();
    }

    /** A flow begins, with all that is wanted: by place, the share of it that comes from there. */
    double[] ask() {
        double sum = 0;
        for (int place = 0; place < asked.length; place++) {
            asked[place] = wanted[place];
            wanted[place] = 0;
            sum += asked[place];
        }
        double[] shares = new double[asked.length];
        for (int place = 0; place < shares.length && sum > 0; place++) {
            shares[place] = asked[place] / sum;
        }
        return shares;
    }

    /** Its flow is stopped, with a share of what it was asked for still to come: the next one brings that. */
    void stopped(double shareToCome) {
        for (int place = 0; place < asked.length; place++) {
            wanted[place] += shareToCome * asked[place];
        }
    }
}

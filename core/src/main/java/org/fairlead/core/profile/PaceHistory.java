// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a host's newest tasks took, for {@link HostPaces}. Not safe for threads. */
final class PaceHistory {
    static final int KEPT = 16;
    /** A task that runs, on a host that is known to be slow, says that it still is once it has taken twice as long as usual. */
    private static final double TELLING = Math.log(2);

    /** Beside a newer task one counts for as many times as long as it would by itself. */
    private static final double BESIDE_NEWER = 2;

    /** What one task differs by counts as no more than that. */
    private static final double MOST_DIFFERENCE = Math.log(5);

    private static final double MOST_TASKS = 256;

    /** The newest first. */
    private final List<Ended> ended = new ArrayList<>();
    /** Sum of the fourth powers of what its tasks differ from the mean of those before, and of how many. */
    private double powers;

    private double tasks;

    double powers() {
        return powers;
    }

    double tasks() {
        return tasks;
    }

    void add(Ended task, long nowNanos) {
        Optional<Double> longer = task.longer(nowNanos);
        List<PaceEvidence.Figure> before = figures(nowNanos, false);
        if (longer.isPresent() && !before.isEmpty()) {
            double differs =
                    longer.get() - PaceEvidence.of(before, HostPaces.STEADY).longer();
            double share = Math.min(1, MOST_TASKS / (tasks + 1));
            powers = share * (powers + Math.pow(Math.min(MOST_DIFFERENCE, Math.abs(differs)), 4));
            tasks = share * (tasks + 1);
        }
        int newer = 0;
        while (newer < ended.size() && ended.get(newer).nanos > task.nanos) {
            newer++;
        }
        ended.add(newer, task);
        if (ended.size() > KEPT) {
            ended.remove(KEPT);
        }
    }

    /** @param late whether any is late: nothing is forgotten then */
    private List<PaceEvidence.Figure> figures(long nowNanos, boolean late) {
        List<PaceEvidence.Figure> figures = new ArrayList<>(ended.size());
        Optional<Ended> newest =
                ended.stream().filter(each -> each.longer(nowNanos).isPresent()).findFirst();
        if (newest.isEmpty()) {
            return figures;
        }
        double kept = late ? 1 : newest.get().kept(nowNanos);
        long newestNanos = late ? nowNanos : newest.get().nanos;
        for (Ended each : ended) {
            double counts = kept * each.counts(newestNanos, nowNanos);
            if (counts > 0) {
                figures.add(new PaceEvidence.Figure(each.longer(nowNanos).orElseThrow(), counts));
            }
        }
        return figures;
    }

    /** With tasks that are late, the newest first: one that has run for a while says that it takes at least that long. */
    List<PaceEvidence.Figure> figures(List<Late> late, boolean remembering, long nowNanos) {
        List<PaceEvidence.Figure> figures = new ArrayList<>(late.size() + KEPT);
        for (Late each : late) {
            leastLonger(each.longer, nowNanos).ifPresent(longer -> figures.add(new PaceEvidence.Figure(longer, 1)));
        }
        figures.addAll(figures(nowNanos, remembering || !figures.isEmpty()));
        return figures.subList(0, Math.min(KEPT, figures.size()));
    }

    /** What a task that is late by so much says at least; empty where it says nothing yet. */
    Optional<Double> leastLonger(double longer, long nowNanos) {
        List<PaceEvidence.Figure> before = figures(nowNanos, true);
        double least =
                before.isEmpty() ? 0 : PaceEvidence.of(before, HostPaces.STEADY).longer();
        return longer > 0 && longer >= Math.min(least, TELLING)
                ? Optional.of(Math.max(least, longer))
                : Optional.empty();
    }

    record Ended(AlikeTasks alike, double seconds, double bytes, long nanos) {
        /** Logarithm of how many times as long as usual it took; empty where too little is known to compare it with. */
        Optional<Double> longer(long nowNanos) {
            return alike.usual(nowNanos).map(usual -> usual.longer(seconds, bytes));
        }

        /** Share of what is known of its host that is not forgotten, if it is the newest there. */
        double kept(long nowNanos) {
            return alike.usual(nowNanos)
                    .map(usual -> usual.kept((nowNanos - nanos) / 1e9))
                    .orElse(0.0);
        }

        /** Share of it that counts beside a newer one. */
        double counts(long newestNanos, long nowNanos) {
            return alike.usual(nowNanos)
                    .map(usual -> usual.kept((newestNanos - nanos) / 1e9 / BESIDE_NEWER))
                    .orElse(0.0);
        }
    }

    /** @param longer logarithm of how many times as long as usual it has run by now */
    record Late(double longer, long launchedNanos) {}
}

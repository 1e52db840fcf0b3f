// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fairlead.core.task.prediction.ChoiceExplanation;
import org.fairlead.core.task.prediction.CompletionLimit;
import org.fairlead.core.topology.Topology;

/**
 * On what a decision stood when it was planned, with the names that hosts and links have: see {@link ChoiceExplanation}.
 *
 * @param task that was chosen, or that was to wait
 * @param candidates where it could have run: the offering host first; then what was waited for, after a decline; the others by when it would end there
 * @param stock what the engine would have done with the slot; empty when it would have left it free, too
 */
public record PlanExplanation(int task, List<Candidate> candidates, Optional<Stock> stock) {
    /**
     * @param source the host that it would read from there; empty when it reads from many, or nothing
     * @param waitSeconds until it could begin there
     * @param seconds from then to its end; infinite where it would not end
     * @param limit what that time is taken for, most of all
     */
    public record Candidate(String host, String source, double waitSeconds, double seconds, String limit) {
        /** From now to its end; infinite where it would not end. */
        public double endSeconds() {
            return waitSeconds + seconds;
        }
    }

    /**
     * @param task that the engine would have launched, at once or when its locality waits allow
     * @param locality of that task's input: {@code host}, {@code rack} or {@code any}
     * @param seconds that as much as ours reads would take from there; infinite where it would not end
     */
    public record Stock(int task, String locality, double seconds) {}

    static PlanExplanation of(ChoiceExplanation grounds, Topology topology) {
        List<Candidate> candidates = grounds.candidates().stream()
                .map(candidate -> new Candidate(
                        name(topology, candidate.host()),
                        candidate.source() < 0 ? "" : name(topology, candidate.source()),
                        candidate.waitSeconds(),
                        candidate.seconds(),
                        words(candidate.limit(), topology)))
                .toList();
        Optional<Stock> stock = grounds.stock()
                .map(one -> new Stock(one.task(), one.locality().name().toLowerCase(Locale.ROOT), one.seconds()));
        return new PlanExplanation(grounds.task(), candidates, stock);
    }

    private static String name(Topology topology, int host) {
        return topology.nodes().get(host).name();
    }

    private static String words(CompletionLimit limit, Topology topology) {
        return switch (limit.kind()) {
            case LINK ->
                limit.subject() < 0
                        ? "the network"
                        : "link " + topology.links().get(limit.subject()).name();
            case DISK -> "disk of " + name(topology, limit.subject());
            case SLOW_SOURCE -> name(topology, limit.subject()) + ", which gives its blocks slowly";
            case COMPUTING -> "computing";
            case BROADCASTS -> "broadcast variables";
            case OVERHEAD -> "launching";
        };
    }
}

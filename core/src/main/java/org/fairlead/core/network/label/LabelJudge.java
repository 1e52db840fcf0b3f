// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.label;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.label.JudgedTrace.Hop;
import org.fairlead.core.network.label.JudgedTrace.Verdict;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;

/**
 * Whether the switches on a path do what a plan of labels says, and which one does not.
 *
 * <p><b>Goals.</b> One switch that does not obey is named, and no other. Silence that says nothing is not held against anybody.
 *
 * <p><b>Constraints.</b> A switch is judged by who answers behind it. Some never answer. A switch without an entry chooses by its hash and may choose right by chance: one trace acquits nobody; several flows are
 * needed, and of two next hops each of n misses it with a chance of 2^−n.
 *
 * <p><b>Algorithm.</b> The packet is followed by the plan ({@link LabelWalk}).
 * <ul>
 *   <li><i>Somebody answers who is not expected:</i> the last that answered as expected is to blame, together with those behind it that did not answer; of all these only such that have several next hops.
 *   <li><i>From some hop on nobody answers, among them one that does answer other probes:</i> lost. The last that answered is to blame, with the mute ones before the first that answers others. A host with one link has no
 *       part in it: the first switch has.
 *   <li><i>Only mute nodes do not answer:</i> nothing follows, unless the node before has a choice: then which one it made is not known, and nobody is blamed.
 * </ul>
 *
 * <p><b>Example.</b> Fat tree, k = 4, label 8 from h1 to h13: e1, a1, c1, a7, e7, h13. If a2 answers at hop 2, e1 is to blame; if c1 answers at hop 3 and nobody after it, c1; if a1 is the last to
 * answer, a1 is, and c1 is named as the place where the packet was to be: one host cannot tell who of the two lost it.
 *
 * <p><b>Source.</b> Ours; traces by packets that live for a counted number of hops are traceroute's (Jacobson, 1988).
 */
public final class LabelJudge {
    private final LabelPlan plan;
    private final Set<Node> answering;

    /** @param answering who has answered any probe, labelled or not */
    public LabelJudge(LabelPlan plan, Collection<Node> answering) {
        this.plan = plan;
        this.answering = Set.copyOf(answering);
    }

    public JudgedTrace judge(LabelTrace trace) {
        Host source = trace.source();
        LabelWalk walk = new LabelWalk(plan, source, trace.destination(), trace.codepoint());
        List<Hop> hops = new ArrayList<>();
        Set<Node> sinceAnswer =
                new LinkedHashSet<>(Set.of(source)); // where it was when last seen, or may have been since
        Set<Node> unseenChoice = new LinkedHashSet<>();
        int last = trace.answers().isEmpty() ? 0 : trace.answers().lastKey();
        for (int number = 1; number <= last; number++) {
            List<Node> expected = walk.expected();
            ProbeAnswer answer = trace.answers().get(number);
            if (answer == null) {
                walk.passed();
                sinceAnswer.addAll(walk.positions());
                continue;
            }
            boolean chosen = walk.isChosen();
            walk.answered(answer);
            if (walk.isAstray()) {
                hops.add(new Hop(number, expected, answer, Verdict.ANOTHER_PATH));
                return new JudgedTrace(trace, hops, Verdict.ANOTHER_PATH, choosing(sinceAnswer, walk), expected);
            }
            if (answer instanceof ProbeAnswer.From) {
                hops.add(new Hop(number, expected, answer, Verdict.OBEYS));
                sinceAnswer = new LinkedHashSet<>(walk.positions());
                continue;
            }
            hops.add(new Hop(number, expected, answer, Verdict.NO_ANSWER));
            if (expected.stream().anyMatch(answering::contains) && isSilentFrom(trace, number)) {
                return new JudgedTrace(trace, hops, Verdict.NO_ANSWER, losing(sinceAnswer, source, expected), expected);
            }
            if (chosen) {
                unseenChoice.addAll(expected);
            }
            sinceAnswer.addAll(expected);
        }
        return new JudgedTrace(
                trace,
                hops,
                unseenChoice.isEmpty() ? Verdict.OBEYS : Verdict.NO_ANSWER,
                List.of(),
                List.copyOf(unseenChoice));
    }

    private static boolean isSilentFrom(LabelTrace trace, int number) {
        return trace.answers().tailMap(number).entrySet().stream()
                .map(Map.Entry::getValue)
                .allMatch(ProbeAnswer.None.class::isInstance);
    }

    /** Of those who may have sent it astray such that had a choice; where none had, what routes say is not what the topology says, and it may be any. */
    private static List<Node> choosing(Set<Node> candidates, LabelWalk walk) {
        List<Node> choosing = candidates.stream().filter(walk::chooses).toList();
        return choosing.isEmpty() ? List.copyOf(candidates) : choosing;
    }

    private List<Node> losing(Set<Node> candidates, Host source, List<Node> expected) {
        List<Node> losing = candidates.stream()
                .filter(node ->
                        !node.equals(source) || !plan.topology().routes().isPlain(source.index()))
                .toList();
        return losing.isEmpty() ? expected : losing;
    }
}

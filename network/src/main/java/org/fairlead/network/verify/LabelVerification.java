// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.fairlead.core.network.label.JudgedTrace;
import org.fairlead.core.network.label.JudgedTrace.Verdict;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Switch;

/**
 * What probes from one host have found.
 *
 * @param answering who answered anything; without a switch among them nothing was probed with labels
 * @param paths by label, then by destination
 */
public record LabelVerification(Host source, Set<Node> answering, List<LabelledPath> paths) {
    public LabelVerification {
        answering = Set.copyOf(answering);
        paths = List.copyOf(paths);
    }

    /**
     * One label to one destination.
     *
     * @param traces at least one; the last is the one that says that something is wrong, if one does
     */
    public record LabelledPath(Host destination, int codepoint, List<JudgedTrace> traces) {
        public LabelledPath {
            traces = List.copyOf(traces);
        }

        /** The first trace that says that something is wrong, else the first, which has all hops. */
        public JudgedTrace decisive() {
            return traces.stream()
                    .filter(trace -> trace.verdict() != Verdict.OBEYS)
                    .findFirst()
                    .orElse(traces.get(0));
        }

        public Verdict verdict() {
            return decisive().verdict();
        }
    }

    /** Whether any switch answers probes. */
    public boolean isAnswered() {
        return answering.stream().anyMatch(Switch.class::isInstance);
    }

    /** Whether switches answered and every path is what its label says. */
    public boolean allObey() {
        return isAnswered() && paths.stream().allMatch(path -> path.verdict() == Verdict.OBEYS);
    }

    /** Names of those that do not obey. */
    public SortedSet<String> blamed() {
        return names(paths.stream()
                .flatMap(path -> path.decisive().blamed().stream())
                .collect(Collectors.toSet()));
    }

    /** Names of those whose silence hides which way labelled packets go. */
    public SortedSet<String> silent() {
        return names(paths.stream()
                .map(LabelledPath::decisive)
                .filter(trace -> trace.blamed().isEmpty())
                .flatMap(trace -> trace.towards().stream())
                .collect(Collectors.toSet()));
    }

    private static SortedSet<String> names(Set<Node> nodes) {
        return nodes.stream().map(Node::name).collect(Collectors.toCollection(TreeSet::new));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.network.label.LabelRule;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;

/** A plan of labels for people and for devices of any kind: a table a node, with whole racks in place of their hosts. */
public final class LabelTable {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})");

    private LabelTable() {}

    /** Lines of text: label, destinations, next hop; none where the node has nothing to do. */
    public static List<String> lines(LabelPlan plan, Node node) {
        List<String> lines = new ArrayList<>();
        for (LabelRule rule : plan.rules(node)) {
            String hops = rule.links().stream().map(Link::to).map(Node::name).collect(Collectors.joining(" or "));
            lines.add("%5d  %-12s  %s"
                    .formatted(
                            rule.codepoint(),
                            hops,
                            destinations(rule.destinations(), plan.topology().racks())));
        }
        if (!lines.isEmpty()) {
            lines.add(0, "label  next hop      to");
        }
        return lines;
    }

    private static String destinations(List<Host> hosts, Map<String, List<Host>> racks) {
        Set<Host> left = new LinkedHashSet<>(hosts);
        List<String> whole = new ArrayList<>();
        racks.forEach((rack, members) -> {
            if (left.containsAll(members)) {
                members.forEach(left::remove);
                whole.add(rack);
            }
        });
        String words = whole.isEmpty() ? "" : (whole.size() == 1 ? "rack " : "racks ") + runs(whole);
        List<String> rest = left.stream().map(Host::name).toList();
        return rest.isEmpty() ? words : words + (words.isEmpty() ? "" : ", ") + runs(rest);
    }

    /** {@code r2 r3 r4 r7} as {@code r2..r4 r7}. */
    private static String runs(List<String> names) {
        List<String> runs = new ArrayList<>();
        int first = 0;
        for (int next = 1; next <= names.size(); next++) {
            if (next == names.size() || !names.get(next).equals(successor(names.get(next - 1)))) {
                runs.add(
                        next - first > 2
                                ? names.get(first) + ".." + names.get(next - 1)
                                : String.join(" ", names.subList(first, next)));
                first = next;
            }
        }
        return String.join(" ", runs);
    }

    private static String successor(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        return numbered.matches() ? numbered.group(1) + (Integer.parseInt(numbered.group(2)) + 1) : "";
    }
}

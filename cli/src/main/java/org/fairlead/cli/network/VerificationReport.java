// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.network;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.fairlead.core.network.label.JudgedTrace;
import org.fairlead.core.network.label.JudgedTrace.Hop;
import org.fairlead.core.network.label.JudgedTrace.Verdict;
import org.fairlead.core.network.label.ProbeAnswer;
import org.fairlead.core.topology.Node;
import org.fairlead.network.verify.LabelVerification;
import org.fairlead.network.verify.LabelVerification.LabelledPath;
import org.fairlead.report.Json;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;

/** What probes have found of labels: a table for a terminal, or JSON with every hop. */
final class VerificationReport {
    private static final int WIDTH = 120;
    private static final TextColumns COLUMNS = new TextColumns(-7, -12, -5, -24, -24, -48);

    private VerificationReport() {}

    static String text(LabelVerification found) {
        if (!found.isAnswered()) {
            return "no switch answers probes from " + found.source().name()
                    + ": whether labels are obeyed cannot be seen from here\n";
        }
        TextLines lines = new TextLines(WIDTH);
        lines.row(COLUMNS.row("label", "to", "hop", "expected", "answered", "verdict"));
        found.paths().forEach(path -> lines.row(row(path)));
        lines.blank();
        found.paths().stream()
                .map(LabelledPath::decisive)
                .filter(trace -> trace.verdict() != Verdict.OBEYS)
                .map(VerificationReport::sentence)
                .distinct()
                .forEach(sentence -> lines.wrapped("", sentence));
        long obeying = found.paths().stream()
                .filter(path -> path.verdict() == Verdict.OBEYS)
                .count();
        lines.row(obeying + " of " + found.paths().size() + " labelled paths from "
                + found.source().name() + " are obeyed"
                + (found.blamed().isEmpty() ? "" : "; to blame: " + String.join(", ", found.blamed())));
        return lines.text();
    }

    private static String row(LabelledPath path) {
        JudgedTrace trace = path.decisive();
        String label = String.valueOf(path.codepoint());
        String to = path.destination().name();
        if (trace.verdict() == Verdict.OBEYS) {
            Hop first = trace.hops().get(0);
            Hop last = trace.hops().get(trace.hops().size() - 1);
            return COLUMNS.row(
                    label,
                    to,
                    first.number() + "-" + last.number(),
                    trace.hops().stream().map(hop -> names(hop.expected(), "|")).collect(Collectors.joining(" ")),
                    trace.hops().stream().map(hop -> answer(hop.answered())).collect(Collectors.joining(" ")),
                    words(Verdict.OBEYS));
        }
        Hop wrong = trace.hops().stream()
                .filter(hop -> trace.towards().containsAll(hop.expected()) && hop.verdict() == trace.verdict())
                .findFirst()
                .orElseThrow();
        return COLUMNS.row(
                label,
                to,
                String.valueOf(wrong.number()),
                names(wrong.expected(), "|"),
                answer(wrong.answered()),
                words(trace.verdict()) + (trace.blamed().isEmpty() ? "" : ": " + names(trace.blamed(), " or ")));
    }

    private static String sentence(JudgedTrace trace) {
        String label = "label " + trace.trace().codepoint();
        String blamed = names(trace.blamed(), " or ");
        String towards = names(trace.towards(), " or ");
        if (trace.blamed().isEmpty()) {
            String unknown = trace.hops().stream()
                    .filter(hop -> hop.answered() instanceof ProbeAnswer.Stranger)
                    .map(hop -> ((ProbeAnswer.Stranger) hop.answered()).address())
                    .collect(Collectors.joining(", "));
            return (unknown.isEmpty()
                            ? towards + " does not answer probes"
                            : "in place of " + towards + " somebody answers whose address is not known: " + unknown)
                    + "; whether " + label + " goes there cannot be seen";
        }
        if (trace.verdict() == Verdict.ANOTHER_PATH) {
            return blamed + " does not send " + label + " to " + towards + " where it should";
        }
        return trace.blamed().equals(trace.towards())
                ? label + " is lost at " + blamed + " or before it"
                : blamed + " loses " + label + " on the way to " + towards + ", or " + towards
                        + " does when it arrives";
    }

    private static String names(Collection<Node> nodes, String between) {
        return nodes.stream().map(Node::name).collect(Collectors.joining(between));
    }

    private static String answer(ProbeAnswer answer) {
        if (answer instanceof ProbeAnswer.From from) {
            return from.node().name();
        }
        return answer instanceof ProbeAnswer.Stranger stranger ? stranger.address() + "?" : "-";
    }

    private static String words(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** {@code from}, {@code switches_answer}, {@code all_obey}, {@code blamed}, {@code silent}, {@code paths}. */
    static String json(LabelVerification found) {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("from", found.source().name());
        root.put("switches_answer", found.isAnswered());
        root.put("all_obey", found.allObey());
        found.blamed().forEach(root.putArray("blamed")::add);
        found.silent().forEach(root.putArray("silent")::add);
        ArrayNode paths = root.putArray("paths");
        found.paths().forEach(path -> add(path, paths.addObject()));
        return new String(Json.bytes(root), StandardCharsets.UTF_8);
    }

    private static void add(LabelledPath path, ObjectNode into) {
        into.put("codepoint", path.codepoint());
        into.put("to", path.destination().name());
        into.put("verdict", words(path.verdict()));
        path.decisive().blamed().forEach(node -> into.withArray("blamed").add(node.name()));
        ArrayNode flows = into.putArray("flows");
        for (JudgedTrace trace : path.traces()) {
            ArrayNode hops =
                    flows.addObject().put("verdict", words(trace.verdict())).putArray("hops");
            for (Hop hop : trace.hops()) {
                ObjectNode one = hops.addObject().put("hop", hop.number());
                hop.expected().forEach(node -> one.withArray("expected").add(node.name()));
                if (hop.answered() instanceof ProbeAnswer.None) {
                    one.putNull("answered");
                } else {
                    one.put("answered", answer(hop.answered()));
                }
                one.put("verdict", words(hop.verdict()));
            }
        }
    }
}

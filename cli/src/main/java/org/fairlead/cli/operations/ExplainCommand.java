// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.HelpCommand;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Encoding;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows why replicas went where they went. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        subcommands = {ExplainPathCommand.class, ExplainSparkCommand.class, HelpCommand.class},
        description = {
            "Shows the last decisions of the NameNodes: what was chosen and why, whom it was chosen among, and what stock HDFS"
                    + " would have chosen. Newest last.",
            "",
            "  fairlead explain --last 5 --kind write",
            "",
            "'fairlead explain spark' does the same for tasks of a Spark application, 'fairlead explain path' for the path of what"
                    + " goes from one host to another.",
            ""
        })
public final class ExplainCommand implements Callable<Integer> {
    private static final int CANDIDATES_SHOWN = 5;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    @Mixin
    private WhichController which;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "10",
            description = "decisions shown, 1 to 10000; default ${DEFAULT-VALUE}")
    private int last;

    @Option(names = "--kind", paramLabel = "write|read", description = "of one kind alone")
    private DecisionMessage.Kind kind;

    @Option(names = "--json", description = "prints JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (last < 1 || last > 10_000) {
            throw new IllegalArgumentException("--last " + last + " is not from 1 to 10000");
        }
        List<DecisionMessage> newest;
        try (ControllerClient client = which.client()) {
            newest = client.lastDecisions(kind == null ? last : 10_000).stream()
                    .filter(decision -> kind == null || decision.kind() == kind)
                    .limit(last)
                    .toList();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            String text = new String(Encoding.JSON.write(newest), StandardCharsets.UTF_8);
            out.println(new ObjectMapper().readTree(text).toPrettyString());
        } else if (newest.isEmpty()) {
            out.println("no decisions yet: none was taken since the controller started, or no NameNode reports to it");
        } else {
            for (int i = newest.size() - 1; i >= 0; i--) {
                out.println(paragraph(newest.get(i)));
            }
        }
        out.flush();
        return 0;
    }

    static String paragraph(DecisionMessage decision) {
        StringBuilder text = new StringBuilder()
                .append(TIME.format(Instant.ofEpochMilli(decision.timeMillis())))
                .append("  ")
                .append(decision.kind().name().toLowerCase(Locale.ROOT))
                .append(' ')
                .append(decision.subject())
                .append(decision.client().isEmpty() ? "" : " for " + decision.client())
                .append('\n');
        line(text, "chosen", decision.chosen().isEmpty() ? "left to stock" : arrows(decision.chosen()));
        line(text, "because", decision.reason());
        line(text, "stock", decision.stock().isEmpty() ? "was not asked" : arrows(decision.stock()));
        line(
                text,
                "rule",
                "%s, %s%s, decided in %.1f ms by %s"
                        .formatted(
                                decision.policy(),
                                decision.mode(),
                                decision.enforced() ? " (carried out)" : " (stock's was carried out)",
                                decision.durationMicros() / 1000.0,
                                decision.nameNode()));
        int shown = Math.min(CANDIDATES_SHOWN, decision.candidates().size());
        for (DecisionMessage.Scored candidate : decision.candidates().subList(0, shown)) {
            text.append("      %-1s %-16s %12s  %s%n"
                    .formatted(
                            decision.chosen().contains(candidate.host()) ? "*" : "",
                            candidate.host(),
                            Quantities.rateText(candidate.bytesPerSecond()),
                            candidate.limit().isEmpty() ? "" : "limited by " + candidate.limit()));
        }
        if (decision.candidates().size() > shown) {
            text.append("        and ")
                    .append(decision.candidates().size() - shown)
                    .append(" more\n");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String what, String value) {
        text.append("  ").append("%-9s".formatted(what)).append(value).append('\n');
    }

    private static String arrows(List<String> hosts) {
        return String.join(" -> ", hosts);
    }
}

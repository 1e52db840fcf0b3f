// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.PathExplanation;
import org.fairlead.report.Amounts;
import org.fairlead.report.TextColumns;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows why what goes from one host to another takes the path that it takes. */
@Command(
        name = "path",
        mixinStandardHelpOptions = true,
        description = {
            "Shows why what goes from one host to another takes the path that it takes: who decides, and of each class of traffic the"
                    + " path, since when and until when, who requests it and which path they count on, and what could be expected of"
                    + " each path when it was given.",
            "",
            "  fairlead explain path h1 h5",
            "  fairlead explain path h1 h5 --json",
            ""
        })
final class ExplainPathCommand implements Callable<Integer> {
    private static final int NETWORKS = -1;

    @Parameters(index = "0", paramLabel = "FROM", description = "the host that sends, by its name in the topology")
    private String from;

    @Parameters(index = "1", paramLabel = "TO", description = "the host that receives")
    private String to;

    @Mixin
    private WhichController which;

    @Option(names = "--json", description = "prints JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PathExplanation explanation;
        try (ControllerClient client = which.client()) {
            explanation = client.explainPath(from, to);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            String text = new String(Encoding.JSON.write(explanation), StandardCharsets.UTF_8);
            out.println(new ObjectMapper().readTree(text).toPrettyString());
        } else {
            out.print(text(explanation));
        }
        out.flush();
        return 0;
    }

    static String text(PathExplanation explanation) {
        StringBuilder text = new StringBuilder("%s -> %s: %s (mode %s)%n"
                .formatted(explanation.from(), explanation.to(), explanation.reason(), explanation.mode()));
        TextColumns columns = new TextColumns(6, -2, -100);
        line(text, columns.row("path", "", "over"));
        for (PathExplanation.Way way : explanation.paths()) {
            line(text, columns.row(Integer.toString(way.path()), "", String.join(" ", way.nodes())));
        }
        if (explanation.classes().isEmpty()) {
            line(text, "");
            line(text, "nothing was requested of it lately");
        }
        explanation.classes().forEach(each -> ofClass(text, each));
        return text.toString();
    }

    private static void ofClass(StringBuilder text, PathExplanation.OfClass of) {
        line(text, "");
        boolean networks = of.path() == NETWORKS;
        line(text, of.trafficClass() + ": " + (networks ? "" : "path " + of.path() + ", ") + of.reason());
        if (!networks) {
            line(
                    text,
                    "  given %s ago, lasts for %s unless it is renewed%s"
                            .formatted(
                                    seconds(of.movedMillis()),
                                    seconds(of.validMillis()),
                                    of.bytesPerSecond() == 0
                                            ? ""
                                            : ", promised " + Quantities.rateText((double) of.bytesPerSecond())));
        }
        requests(text, "requested now by", of.requests());
        if (of.decision() != null) {
            decision(text, of.decision());
        }
    }

    private static void decision(StringBuilder text, PathExplanation.Decision decision) {
        line(
                text,
                "  decided %s ago: path %d in place of %s"
                        .formatted(seconds(decision.agoMillis()), decision.path(), counted(decision.before())));
        requests(text, "requested then by", decision.requests());
        TextColumns columns = new TextColumns(8, 14, 18, 9, -2, -40);
        line(text, columns.row("path", "expected", "left by others", "beside", "", "narrowest link"));
        for (PathExplanation.Estimate estimate : decision.estimates()) {
            line(
                    text,
                    columns.row(
                            (estimate.path() == decision.path() ? "* " : "") + estimate.path(),
                            rate(estimate.bytesPerSecond()),
                            rate(estimate.leftBytesPerSecond()),
                            Integer.toString(estimate.others()),
                            "",
                            estimate.link()));
        }
    }

    private static void requests(StringBuilder text, String what, List<PathExplanation.Request> requests) {
        for (PathExplanation.Request request : requests) {
            line(
                    text,
                    "  %s %s: %s, counts on %s"
                            .formatted(
                                    what,
                                    request.application(),
                                    Amounts.text((double) request.bytes(), "bytes"),
                                    counted(request.proposed())));
        }
    }

    private static String counted(int path) {
        return path == NETWORKS ? "the network's choice" : "path " + path;
    }

    private static String rate(long bytesPerSecond) {
        return bytesPerSecond < 0 ? "any rate" : Quantities.rateText((double) bytesPerSecond);
    }

    private static String seconds(long millis) {
        return "%.1f s".formatted(millis / 1000.0);
    }

    private static void line(StringBuilder text, String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}

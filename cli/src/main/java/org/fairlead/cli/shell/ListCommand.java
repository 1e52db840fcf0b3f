// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fairlead.protocol.Likeness;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.sim.jobs.PolicySets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists what other commands take by its name. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = {
            "Lists what is shipped and taken by its name: scenarios for 'testbed run', topologies for 'testbed up' and others,"
                    + " clusters and policies for 'simulate jobs', contenders for scenarios and 'testbed up', traffic for"
                    + " 'testbed traffic'. A file of your own is taken by its path.",
            "",
            "  fairlead list",
            "  fairlead list topologies",
            "  fairlead list contenders --json",
            ""
        })
public final class ListCommand implements Callable<Integer> {
    private static final String POLICIES = "policies";
    private static final List<ShippedKind> KINDS = List.of(
            ShippedKind.SCENARIO,
            ShippedKind.TOPOLOGY,
            ShippedKind.CLUSTER,
            ShippedKind.CONTENDER,
            ShippedKind.TRAFFIC);

    @Parameters(
            arity = "0..1",
            paramLabel = "WHAT",
            description = "scenarios, topologies, clusters, contenders, traffic or policies; default: all of them")
    private String what;

    @Option(names = "--json", description = "prints JSON: by kind, a list of names and descriptions")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /** One line of a list. */
    private record Named(String name, String description) {}

    @Override
    public Integer call() throws IOException {
        Map<String, List<Named>> lists = lists();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(lists));
        } else {
            Ansi ansi = Terminal.colours(1);
            int width = lists.values().stream()
                    .flatMap(List::stream)
                    .mapToInt(named -> named.name().length())
                    .max()
                    .orElse(0);
            lists.forEach((kind, list) -> {
                out.println(ansi.string("@|bold " + kind + "|@"));
                out.print(table(list, width, ansi));
            });
        }
        out.flush();
        return 0;
    }

    private Map<String, List<Named>> lists() {
        List<String> kinds =
                new ArrayList<>(KINDS.stream().map(ShippedKind::all).toList());
        kinds.add(POLICIES);
        if (what != null && !kinds.contains(what)) {
            throw new IllegalArgumentException("nothing is called '" + what + "'"
                    + Likeness.closest(what, kinds)
                            .map(kind -> "; did you mean '" + kind + "'?")
                            .orElse(".")
                    + " Accepted: " + String.join(", ", kinds));
        }
        Map<String, List<Named>> lists = new LinkedHashMap<>();
        for (ShippedKind kind : KINDS) {
            if (what == null || what.equals(kind.all())) {
                lists.put(
                        kind.all(),
                        Installation.all().entries(kind).stream()
                                .map(entry -> new Named(entry.name(), entry.description()))
                                .toList());
            }
        }
        if (what == null || what.equals(POLICIES)) {
            lists.put(
                    POLICIES,
                    PolicySets.names().stream()
                            .map(name -> new Named(name, PolicySets.description(name)))
                            .toList());
        }
        return lists;
    }

    private String table(List<Named> list, int nameWidth, Ansi ansi) {
        int width = Math.max(60, spec.usageMessage().width());
        TextTable table = TextTable.forColumns(
                picocli.CommandLine.Help.defaultColorScheme(ansi),
                new Column(nameWidth + 4, 2, Overflow.SPAN),
                new Column(width - nameWidth - 4, 0, Overflow.WRAP));
        for (Named named : list) {
            table.addRowValues(ansi.text("@|yellow " + named.name() + "|@"), ansi.new Text(named.description()));
        }
        return table.toString();
    }
}

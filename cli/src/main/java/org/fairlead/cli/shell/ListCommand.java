// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.protocol.ClosestWord;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.sim.jobs.policy.PolicySets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Text;
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
                    + " 'testbed traffic'. A file of your own is taken by its path. Policies are also those of the jars that the"
                    + " environment variable FAIRLEAD_CLASSPATH names.",
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

    @Option(
            names = "--json",
            description = "prints JSON: by kind, a list of names and descriptions; policies also say what they decide")
    private boolean json;

    @Spec
    private CommandSpec spec;

    /**
     * One line of a list.
     *
     * @param kind of a policy: what it decides; else empty
     */
    private record Named(
            String name,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String kind,
            String description) {}

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
                    + ClosestWord.closest(what, kinds)
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
                                .map(entry -> new Named(entry.name(), "", entry.description()))
                                .toList());
            }
        }
        if (what == null || what.equals(POLICIES)) {
            lists.put(POLICIES, policies());
        }
        return lists;
    }

    /** What {@code simulate jobs --policies} takes, then what these and the plug-ins' settings are made of. */
    private List<Named> policies() {
        PolicyRegistry registry = PolicyRegistry.installed();
        registry.leftOut().forEach(what -> Mistakes.say(spec.commandLine(), "left out: " + what));
        Stream<Named> contenders =
                PolicySets.names().stream().map(name -> new Named(name, "contender", PolicySets.description(name)));
        Stream<Named> parts = registry.all().stream()
                .sorted(Comparator.comparing(policy -> policy.kind().label()))
                .map(policy -> new Named(policy.name(), policy.kind().label(), policy.description()));
        return Stream.concat(contenders, parts).toList();
    }

    private String table(List<Named> list, int nameWidth, Ansi ansi) {
        int width = Math.max(60, spec.usageMessage().width());
        int longest =
                list.stream().mapToInt(named -> named.kind().length()).max().orElse(0);
        int kindWidth = longest == 0 ? 0 : longest + 2;
        List<Column> columns = new ArrayList<>(List.of(new Column(nameWidth + 4, 2, Overflow.SPAN)));
        if (kindWidth > 0) {
            columns.add(new Column(kindWidth, 0, Overflow.SPAN));
        }
        columns.add(new Column(width - nameWidth - 4 - kindWidth, 0, Overflow.WRAP));
        TextTable table =
                TextTable.forColumns(picocli.CommandLine.Help.defaultColorScheme(ansi), columns.toArray(Column[]::new));
        for (Named named : list) {
            List<Text> row = new ArrayList<>(List.of(ansi.text("@|yellow " + named.name() + "|@")));
            if (kindWidth > 0) {
                row.add(ansi.new Text(named.kind()));
            }
            row.add(ansi.new Text(named.description()));
            table.addRowValues(row.toArray(Text[]::new));
        }
        return table.toString();
    }
}

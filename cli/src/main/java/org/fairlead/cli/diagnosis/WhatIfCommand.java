// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Interruption;
import org.fairlead.cli.simulate.LongRun;
import org.fairlead.diagnosis.report.WhatIfJson;
import org.fairlead.diagnosis.report.WhatIfPage;
import org.fairlead.diagnosis.report.WhatIfText;
import org.fairlead.diagnosis.simulation.ClusterChange;
import org.fairlead.diagnosis.simulation.SimulationRequest;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.Question;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.policy.PolicySets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what an application would have taken if something had been otherwise, by its event log. */
@Command(
        name = "what-if",
        mixinStandardHelpOptions = true,
        description = {
            "Says what a Spark application would have taken with faster links or disks, without a host or with it repaired, with other executors, under other"
                    + " policies or beside other traffic, by its event log alone. First the log is replayed as it was; only where that is within"
                    + " 10 %% of what it says there is an answer.",
            "",
            "  fairlead what-if app-20260101120000-0001.zstd --links 2x",
            "  fairlead what-if app-20260101120000-0001.zstd --without-host w13",
            "  fairlead what-if http://history:18080 \\",
            "    --application app-20260101120000-0001 --executors 20",
            "  fairlead what-if /var/log/spark --links 10x --disks 10x --json all.json",
            "",
            "Several changes are answered each by itself, and all together. What the simulator answers stands beside them: other policies, and"
                    + " a file of traffic. It has each policy on the cluster of the log, then once more with --links, --without-host and"
                    + " --executors together, as far as these are given. The other changes it leaves out, since disks never limit there. Logs may"
                    + " be as for 'fairlead why'.",
            "",
            "Policies are those of 'fairlead simulate jobs'. The application runs again in the simulator, on the hosts of its log; its racks and"
                    + " the rate of links are said by options. A file of background traffic holds 'background' of a cluster (docs/jobs.md).",
            "",
            "  fairlead what-if app-20260101120000-0001.zstd \\",
            "    --policies stock,fairlead --zones racks.yaml --link 1gbit \\",
            "    --background traffic.yaml --html what-if.html",
            "  fairlead what-if app-20260101120000-0001.zstd \\",
            "    --policies stock,fairlead --links 2x --without-host w13",
            "",
            "What others took can be taken away where the plug-in has observed:",
            "",
            "  fairlead what-if app-20260101120000-0001.zstd --background none \\",
            "    --decisions decisions/app-20260101120000-0001.jsonl",
            "",
            "docs/why.md explains every figure.",
            ""
        })
public final class WhatIfCommand implements Callable<Integer> {
    private static final double MOST_TIMES = 1_000_000;
    private static final int MOST_EXECUTORS = 100_000;
    private static final int MOST_SEEDS = 1000;
    private static final double MOST_OVERSUBSCRIPTION = 1000;
    private static final String NO_TRAFFIC = "none";

    @Mixin
    private LogOptions options;

    @Option(names = "--links", paramLabel = "TIMES", description = "how many times as fast the network is, such as 2x")
    private String links;

    @Option(names = "--disks", paramLabel = "TIMES", description = "how many times as fast disks are, such as 4x")
    private String disks;

    @Option(
            names = "--without-host",
            paramLabel = "HOST",
            description = "that host is not there; its tasks run on the others")
    private String host;

    @Option(
            names = "--repair-host",
            paramLabel = "HOST",
            description =
                    "that host's processor, disk and link are as fast as the others'; what it gives to others is known with --decisions alone")
    private String repaired;

    @Option(names = "--executors", paramLabel = "K", description = "so many, each with slots as those that there were")
    private String executors;

    @Option(
            names = "--policies",
            paramLabel = "NAMES",
            description = "who assigns tasks, separated by commas, such as stock,fairlead; as for 'simulate jobs'")
    private String policies;

    @Option(
            names = "--background",
            paramLabel = "FILE",
            description =
                    "traffic of others, beside what there was; none for without what links and sources were slow by, which needs --decisions, for links of racks --zones, too")
    private String background;

    @Option(
            names = "--link",
            paramLabel = "RATE",
            description =
                    "what a host's link carries in each direction, such as 10gbit; default: the slowest usual rate from 10gbit on that the log's own transfers fit into")
    private String link;

    @Option(
            names = "--oversubscription",
            paramLabel = "TIMES",
            defaultValue = "1",
            description =
                    "what hosts of a rack can send, over what leaves it; default ${DEFAULT-VALUE}; counts where --zones says which racks there are")
    private String oversubscription;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description = "runs in the simulator of each policy; default ${DEFAULT-VALUE}; intervals need 3")
    private String seeds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Optional<Path> traffic = Optional.ofNullable(background)
                .filter(name -> !name.equals(NO_TRAFFIC))
                .map(LogsToRead::path);
        List<Change> changes = changes();
        Optional<Zones> racks = options.zones();
        Optional<SimulationRequest> simulated = simulated(traffic, racks, ofCluster(changes));
        if (changes.isEmpty() && simulated.isEmpty()) {
            throw new IllegalArgumentException("nothing is to be otherwise; accepted: --links, --disks, --without-host,"
                    + " --executors, --repair-host, --policies, --background");
        }
        options.check(traffic.orElse(null));
        DecisionFiles decisions = DecisionFiles.of(options.decisions());
        try (Interruption interruption = new Interruption()) {
            LongRun run = new LongRun(System.err, interruption);
            EachApplication<WhatIfAnswer> all =
                    EachApplication.ask(options.sources(), options.application(), run, (read, log) -> {
                        racks.ifPresent(each -> each.checkKnowAny(read));
                        return WhatIf.answer(
                                read,
                                new Question(changes, simulated, decisions.of(read), racks),
                                run.watch("replaying " + log.getFileName()));
                    });
            decisions.checkAnyWasAsked(options.sources());
            LogOptions.say(decisions.notes(), spec.commandLine());
            options.write(
                    () -> WhatIfPage.render(all.answers(), all.unanswered()),
                    () -> WhatIfJson.bytes(all.answers(), all.unanswered()),
                    WhatIfText.of(all.answers(), all.unanswered(), options.stages()),
                    spec.commandLine());
            return 0;
        } catch (OutOfMemoryError e) {
            throw LongRun.outOfMemory(e);
        }
    }

    /** Of the last change, which is all that were asked for together. */
    private static ClusterChange ofCluster(List<Change> changes) {
        return changes.isEmpty()
                ? ClusterChange.NONE
                : changes.get(changes.size() - 1).ofCluster();
    }

    /** Where policies or traffic were asked for. */
    private Optional<SimulationRequest> simulated(Optional<Path> traffic, Optional<Zones> racks, ClusterChange change) {
        SimulationRequest.Network network = new SimulationRequest.Network(
                racks,
                link == null ? SimulationRequest.Network.USUAL : linkBytesPerSecond(),
                number("--oversubscription", oversubscription, 1, MOST_OVERSUBSCRIPTION));
        int runs = whole("--seeds", seeds, MOST_SEEDS);
        if (traffic.isPresent() && !Files.isRegularFile(traffic.get())) {
            throw new InvalidFileException(traffic.get().toString(), 0, "", "no such file");
        }
        if (policies == null && traffic.isEmpty()) {
            refuseOfSimulator();
            return Optional.empty();
        }
        return Optional.of(new SimulationRequest(
                PolicySets.all(policies == null ? "stock" : policies, Cluster.Framework.SPARK),
                traffic,
                network,
                runs,
                change));
    }

    /** Options that a replay would leave out without a word. */
    private void refuseOfSimulator() {
        for (String option : List.of("--link", "--oversubscription", "--seeds")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        option
                                + " is of the simulator, which answers --policies or --background FILE: one of these is expected, too");
            }
        }
    }

    private double linkBytesPerSecond() {
        try {
            double rate = Quantities.bytesPerSecond(link);
            if (rate > 0 && Double.isFinite(rate)) {
                return rate;
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new IllegalArgumentException("--link '" + link + "' is not a rate above 0, such as 10gbit or 125MB/s");
    }

    private static double number(String option, String text, double least, double most) {
        try {
            double number = Double.parseDouble(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                option + " '" + text + "' is not a number from " + (long) least + " to " + (long) most);
    }

    /** Each that was asked for, and all together where these are several. */
    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        Change all = Change.NONE;
        if (links != null) {
            double factor = times("--links", links);
            changes.add(Change.NONE.withLinks(factor));
            all = all.withLinks(factor);
        }
        if (disks != null) {
            double factor = times("--disks", disks);
            changes.add(Change.NONE.withDisks(factor));
            all = all.withDisks(factor);
        }
        if (host != null) {
            changes.add(Change.NONE.without(host));
            all = all.without(host);
        }
        if (executors != null) {
            int count = whole("--executors", executors, MOST_EXECUTORS);
            changes.add(Change.NONE.withExecutors(count));
            all = all.withExecutors(count);
        }
        if (repaired != null) {
            changes.add(Change.NONE.withRepaired(repaired));
            all = all.withRepaired(repaired);
        }
        if (NO_TRAFFIC.equals(background)) {
            if (options.decisions().isEmpty()) {
                throw new IllegalArgumentException("--background none: a log does not tell what others sent; with"
                        + " --decisions FILE the plug-in's observations do");
            }
            changes.add(Change.NONE.withoutBackground());
            all = all.withoutBackground();
        }
        if (changes.size() > 1) {
            changes.add(all);
        }
        return changes;
    }

    private static double times(String option, String text) {
        try {
            double times = Double.parseDouble(text.endsWith("x") ? text.substring(0, text.length() - 1) : text);
            if (times > 1 && times <= MOST_TIMES) {
                return times;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(option + " '" + text
                + "' is not a number above 1, such as 2x, and at most " + (long) MOST_TIMES
                + "; what slower ones would cost a log does not tell");
    }

    private static int whole(String option, String text, int most) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 1 && count <= most) {
                return count;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(option + " '" + text + "' is not a whole number from 1 to " + most);
    }
}

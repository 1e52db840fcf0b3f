// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.fairlead.control.path.PathSettings;
import org.fairlead.control.report.ReservationQuota;
import org.fairlead.core.network.path.PathPlannerPolicy;
import org.fairlead.core.network.path.PathPlanners;
import org.fairlead.core.placement.PlacementPolicy;
import org.fairlead.core.placement.Placers;
import org.fairlead.core.policy.PolicyRegistry;
import org.fairlead.core.view.LoadModels;
import org.fairlead.hdfs.mode.HdfsModes;
import org.fairlead.hdfs.socket.FairleadSocketFactory;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;

/**
 * What the Hadoop configuration says of Fairlead; docs/hdfs.md lists every key.
 *
 * @param hostLink capacity of a host's link, bytes per second; needed when there is no topology file
 * @param rackLink capacity of a rack's up-link, bytes per second; empty: as much as its hosts' links together
 * @param tokenFile what the embedded controller accepts; without one, what this NameNode shows to those that it follows
 * @param agentTokenFile what the agent in this DataNode shows
 * @param paths whether and how the embedded controller plans paths
 * @param pathDriverFile by which driver this DataNode's host sends over planned paths; empty: as the network decides
 * @param budget longest time that a request waits for a decision
 * @param threshold expected block sizes below it, in bytes, are left to stock
 * @param seed start of the sequence that decides among equals
 */
public record HdfsPluginSettings(
        HdfsModes modes,
        Optional<Path> modesFile,
        String policy,
        boolean embeddedController,
        Endpoint bind,
        List<Endpoint> controllers,
        Optional<Path> topologyFile,
        Optional<Double> hostLink,
        Optional<Double> rackLink,
        Optional<Path> tokenFile,
        Optional<Path> agentTokenFile,
        InClear tokenInClear,
        Optional<TlsFiles> tls,
        ReservationQuota quota,
        Duration heartbeat,
        Optional<String> agentHost,
        PathSettings paths,
        Optional<Path> pathDriverFile,
        Duration budget,
        int decisionThreads,
        long threshold,
        long seed,
        Optional<Path> clairvoyantFile,
        PlantedFault fault) {

    private static final int MOST_THREADS = 64;
    private static final int MOST_NAMES = 256;

    /** All keys begin so; a NameNode's and a DataNode's stand in one file, so both know all. */
    private static final String PREFIX = "fairlead.";

    /** @throws IllegalArgumentException one sentence with key, value and what is accepted */
    public static HdfsPluginSettings from(Configuration hadoop) {
        Options conf = options(hadoop);
        HdfsPluginSettings settings = read(conf);
        conf.refuseUnknown();
        return settings;
    }

    /** With variables in values replaced. */
    private static Options options(Configuration hadoop) {
        Map<String, String> set = new HashMap<>();
        for (Map.Entry<String, String> entry : hadoop) {
            if (entry.getKey().startsWith(PREFIX)) {
                set.put(entry.getKey(), hadoop.get(entry.getKey()));
            }
        }
        return new Options(PREFIX, set.entrySet());
    }

    /** The keys that mean something: those that are read. */
    static Set<String> knownKeys() {
        Options none = new Options(PREFIX, List.of());
        read(none);
        return none.known();
    }

    /** Every key is read here, whatever others say, so that it is known. */
    private static HdfsPluginSettings read(Options conf) {
        conf.path(FairleadSocketFactory.FILE); // of sockets, which read it themselves
        PlacementPolicy policy =
                conf.value("fairlead.policy", "fairlead", text -> Placers.policy(text.toLowerCase(Locale.ROOT)));
        Optional<Path> clairvoyant = conf.path("fairlead.clairvoyant.file");
        if (LoadModels.policy(policy.loadModel()).needsForecast() && clairvoyant.isEmpty()) {
            throw new IllegalArgumentException("fairlead.clairvoyant.file: missing; policy '" + policy.name()
                    + "' needs a JSON file of the load of each link");
        }
        HdfsModes modes = new HdfsModes(
                conf.value("fairlead.write.mode", "observe", Mode::of),
                conf.value("fairlead.read.mode", "observe", Mode::of),
                conf.value("fairlead.canary.share", "0.1", HdfsPluginSettings::share));
        return new HdfsPluginSettings(
                modes,
                conf.path("fairlead.modes.file"),
                policy.name(),
                conf.value("fairlead.controller.embedded", "true", Options::truth),
                conf.value("fairlead.controller.bind", "127.0.0.1:7433", Endpoint::of),
                endpoints(conf),
                conf.path("fairlead.topology.file"),
                conf.optional("fairlead.link.host", Quantities::bytesPerSecond),
                conf.optional("fairlead.link.rack", Quantities::bytesPerSecond),
                conf.path("fairlead.token.file"),
                conf.path("fairlead.agent.token.file").or(() -> conf.path("fairlead.token.file")),
                new InClear(
                        conf.value("fairlead.token.in.clear", "false", Options::truth), "fairlead.token.in.clear=true"),
                TlsFiles.of(word -> conf.path(tlsKey(word)), HdfsPluginSettings::tlsKey),
                new ReservationQuota(
                        conf.value("fairlead.application.names", "16", text -> (int) integer(text, 1, MOST_NAMES)),
                        conf.optional("fairlead.application.rate", Quantities::bytesPerSecond)
                                .orElse(ReservationQuota.STANDARD.bytesPerSecond())),
                conf.value("fairlead.heartbeat.interval", "1s", HdfsPluginSettings::heartbeat),
                conf.optional("fairlead.agent.host", Function.identity()),
                paths(conf),
                conf.path("fairlead.path.driver.file"),
                conf.value("fairlead.decision.budget", "5ms", Options::upToTenSeconds),
                conf.value("fairlead.decision.threads", "2", text -> (int) integer(text, 1, MOST_THREADS)),
                conf.value("fairlead.block.threshold", "1MiB", Quantities::bytes),
                conf.value("fairlead.seed", "1", text -> integer(text, Long.MIN_VALUE, Long.MAX_VALUE)),
                clairvoyant,
                conf.value("fairlead.fault.policy", "none", PlantedFault::of));
    }

    private static PathSettings paths(Options conf) {
        String planner = conf.value("fairlead.path.planner", PathPlanners.OWN, HdfsPluginSettings::planner);
        double canaryShare =
                conf.value("fairlead.path.canary.share", "" + PathSettings.CANARY_SHARE, HdfsPluginSettings::share);
        return conf.value("fairlead.path.mode", "off", text -> new PathSettings(
                        Mode.of(text), planner, PathSettings.OFF.classes(), PathSettings.OFF.seed())
                .canaryShare(canaryShare));
    }

    private static String planner(String name) {
        return PolicyRegistry.installed().named(PathPlannerPolicy.KIND, name).name();
    }

    private static String tlsKey(String word) {
        return "fairlead.tls." + word.replace('-', '.');
    }

    private static List<Endpoint> endpoints(Options conf) {
        return conf.value("fairlead.controllers", "", text -> text.isEmpty() ? List.of() : Endpoint.list(text));
    }

    private static Duration heartbeat(String text) {
        Duration interval = Quantities.duration(text);
        if (interval.toMillis() < 100 || interval.toSeconds() > 60) {
            throw new IllegalArgumentException("'" + text + "' is not between 100ms and 60s");
        }
        return interval;
    }

    private static double share(String text) {
        try {
            double share = Double.parseDouble(text);
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException("'" + text + "' is not a share between 0 and 1, such as 0.1");
    }

    private static long integer(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException("'" + text + "' is not a whole number from " + least + " to " + most);
    }
}

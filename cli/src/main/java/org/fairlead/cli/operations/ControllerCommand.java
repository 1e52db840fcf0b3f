// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.fairlead.cli.shell.Installation;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.control.path.PathSettings;
import org.fairlead.control.rate.RateOptions;
import org.fairlead.control.report.ReservationQuota;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.shipped.ShippedKind;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a controller until it is interrupted. */
@Command(
        name = "controller",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a controller: takes the reports of agents and switches, gives views to NameNodes, a page and metrics to"
                    + " people. Ends with Ctrl-C.",
            "",
            "  fairlead controller --topology four-racks",
            "  fairlead controller --config controller.yaml",
            "",
            "A NameNode with Fairlead's plug-in runs one of its own. docs/controller.md explains everything.",
            ""
        })
public final class ControllerCommand implements Callable<Integer> {
    @Option(
            names = "--topology",
            paramLabel = "FILE",
            description = "a topology in YAML (docs/topology.md), or the name of a shipped one")
    private Path topology;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "where it listens; default 127.0.0.1:7433; other than loopback only with a token file or TLS")
    private String bind;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "tokens that are accepted; chmod 600; 'fairlead token create' makes them")
    private Path tokenFile;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            description = "between an agent's reports, 100ms to 60s; default 1s")
    private String interval;

    @Option(
            names = "--trust-addresses",
            description = "believes whoever names a host, from any address: for trials on one machine")
    private boolean trustAddresses;

    @Option(
            names = "--token-in-clear",
            description = "takes tokens from other machines without TLS, where everybody on the way can read them")
    private boolean tokenInClear;

    @Option(
            names = "--application-names",
            paramLabel = "N",
            description = "names under which the owner of one token may reserve at a time, 1 to 256; default 16")
    private String applicationNames;

    @Option(
            names = "--application-rate",
            paramLabel = "RATE",
            description =
                    "what the owner of one token may reserve in all, such as 10gbit; default: what hosts can send")
    private String applicationRate;

    @Option(
            names = "--paths",
            paramLabel = "MODE",
            description =
                    "off, observe: paths are planned and can be read (/v1/paths), canary: hosts that have a driver send by"
                            + " those of a share of the host pairs, or enforce: by all (docs/network.md); default off")
    private String paths;

    @Option(
            names = "--path-canary-share",
            paramLabel = "SHARE",
            description = "share of the host pairs that counts in canary, 0 to 1; default 0.1")
    private String pathCanaryShare;

    @Option(
            names = "--path-planner",
            paramLabel = "NAME",
            description = "who plans them, a name of 'fairlead list policies'; default fairlead")
    private String pathPlanner;

    @Option(
            names = "--path-clairvoyant",
            paramLabel = "FILE",
            description =
                    "plans them by the load to come, as JSON, in place of what is measured: nobody has it, it shows what could be"
                            + " reached")
    private Path pathClairvoyant;

    @Option(
            names = "--admission",
            paramLabel = "NAME",
            description =
                    "who admits what applications fetch ahead, a name of 'fairlead list policies'; default cardinal-packed")
    private String admission;

    @Option(
            names = "--rates",
            paramLabel = "LIST",
            description =
                    "has hosts and switches guarantee what admitted fetches need, by queues of these codepoints, such as"
                            + " 16-31 (docs/network.md); default off")
    private String rates;

    @Option(
            names = "--rate-share",
            paramLabel = "SHARE",
            description = "of each link that these rates may add up to, above 0, below 1; default 0.5")
    private String rateShare;

    @Option(
            names = "--rate-application-share",
            paramLabel = "SHARE",
            description = "of each link that the rates of one application may add up to; default: that of all")
    private String rateApplicationShare;

    @ArgGroup(exclusive = false)
    private TlsOptions tls = new TlsOptions();

    /** Of the file of --config. */
    private Map<String, Path> tlsOfFile = Map.of();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "YAML with the names of these options as keys; an option on the command line comes first")
    private Path config;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ControllerSettings settings = settings();
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            Thread end = new Thread(() -> {
                interrupted.countDown();
                controller.close();
            });
            Runtime.getRuntime().addShutdownHook(end);
            InetSocketAddress at = controller.address();
            Endpoint endpoint = new Endpoint(at.getAddress().getHostAddress(), at.getPort());
            spec.commandLine()
                    .getOut()
                    .println("listening at " + endpoint + " for the agents of " + settings.topology());
            spec.commandLine()
                    .getOut()
                    .println("the page: " + (settings.tls().isPresent() ? "https://" : "http://") + endpoint + "/");
            spec.commandLine().getOut().flush();
            interrupted.await();
        }
        return 0;
    }

    private ControllerSettings settings() {
        if (config != null) {
            fill(Yaml.read(config));
        }
        if (topology == null) {
            throw new IllegalArgumentException("--topology FILE is missing (or 'topology' in the file of --config)");
        }
        Topology network = TopologyFile.read(Installation.find(ShippedKind.TOPOLOGY, topology));
        ControllerSettings settings = ControllerSettings.of(network).trustAddresses(trustAddresses);
        if (bind != null) {
            settings = settings.bind(address(Endpoint.of(bind)));
        }
        if (interval != null) {
            settings = settings.interval(read("--interval", interval, ControllerCommand::interval));
        }
        if (tokenFile != null) {
            settings = settings.tokenFile(tokenFile);
        }
        ReservationQuota standard = ReservationQuota.STANDARD;
        settings = settings.inClear(new InClear(tokenInClear, "--token-in-clear"))
                .quota(new ReservationQuota(
                        applicationNames == null
                                ? standard.names()
                                : read("--application-names", applicationNames, ControllerCommand::names),
                        applicationRate == null
                                ? standard.bytesPerSecond()
                                : Quantities.bytesPerSecond(applicationRate)));
        settings = settings.paths(new PathSettings(
                paths == null ? PathSettings.OFF.mode() : Mode.of(paths),
                pathPlanner == null ? PathSettings.OFF.planner() : pathPlanner,
                PathSettings.OFF.classes(),
                pathCanaryShare == null
                        ? PathSettings.CANARY_SHARE
                        : read("--path-canary-share", pathCanaryShare, ControllerCommand::share),
                PathSettings.OFF.seed(),
                Optional.ofNullable(pathClairvoyant)));
        if (admission != null) {
            settings = settings.admission(admission);
        }
        ControllerSettings known = settings.rates(rates());
        return tls.files(word -> Optional.ofNullable(tlsOfFile.get(word)))
                .map(known::tls)
                .orElse(known);
    }

    private RateOptions rates() {
        if (rates == null) {
            if (rateShare != null || rateApplicationShare != null) {
                throw new IllegalArgumentException(
                        "--rates LIST is missing: shares of links say how much the rates of these codepoints may add up to");
            }
            return RateOptions.OFF;
        }
        double all = rateShare == null ? RateOptions.SHARE : read("--rate-share", rateShare, ControllerCommand::share);
        double own = rateApplicationShare == null
                ? all
                : read("--rate-application-share", rateApplicationShare, ControllerCommand::share);
        try {
            return new RateOptions(Optional.of(Codepoints.named(rates)), all, own);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--rates, --rate-share, --rate-application-share: " + e.getMessage(), e);
        }
    }

    private void fill(YamlNode file) {
        file.allow(
                "topology",
                "bind",
                "token-file",
                "interval",
                "trust-addresses",
                "token-in-clear",
                "application-names",
                "application-rate",
                "paths",
                "path-planner",
                "path-canary-share",
                "path-clairvoyant",
                "admission",
                "rates",
                "rate-share",
                "rate-application-share",
                "tls");
        Path beside = config.toAbsolutePath().getParent();
        topology = topology == null
                ? file.optional("topology")
                        .map(node -> node.as(text -> Installation.all().find(ShippedKind.TOPOLOGY, text, beside)))
                        .orElse(null)
                : topology;
        tokenFile = tokenFile == null ? path(file, "token-file", beside).orElse(null) : tokenFile;
        trustAddresses |= file.optional("trust-addresses").map(YamlNode::truth).orElse(false);
        tokenInClear |= file.optional("token-in-clear").map(YamlNode::truth).orElse(false);
        pathClairvoyant =
                pathClairvoyant == null ? path(file, "path-clairvoyant", beside).orElse(null) : pathClairvoyant;
        bind = value(bind, file, "bind", Endpoint::of);
        interval = value(interval, file, "interval", ControllerCommand::interval);
        applicationNames = value(applicationNames, file, "application-names", ControllerCommand::names);
        applicationRate = value(applicationRate, file, "application-rate", Quantities::bytesPerSecond);
        paths = value(paths, file, "paths", Mode::of);
        pathPlanner = value(
                pathPlanner,
                file,
                "path-planner",
                text -> new PathSettings(Mode.OFF, text, PathSettings.OFF.classes(), PathSettings.OFF.seed()));
        pathCanaryShare =
                value(pathCanaryShare, file, "path-canary-share", text -> PathSettings.OFF.canaryShare(share(text)));
        admission = value(admission, file, "admission", RateAdmissions::named);
        rates = value(rates, file, "rates", Codepoints::named);
        rateShare = value(rateShare, file, "rate-share", ControllerCommand::rateShare);
        rateApplicationShare =
                value(rateApplicationShare, file, "rate-application-share", ControllerCommand::rateShare);
        if (file.has("tls")) {
            YamlNode node = file.required("tls").allow(TlsFiles.WORDS.toArray(String[]::new));
            Map<String, Path> files = new HashMap<>();
            for (String word : TlsFiles.WORDS) {
                node.optional(word).ifPresent(path -> files.put(word, beside.resolve(path.text())));
            }
            tlsOfFile = files;
        }
    }

    /** What an option says or, without it, a key of the file, where a mistake is named with its place. */
    private static String value(String option, YamlNode file, String key, Consumer<String> check) {
        if (option != null) {
            return option;
        }
        return file.optional(key)
                .map(node -> node.as(text -> {
                    check.accept(text);
                    return text;
                }))
                .orElse(null);
    }

    /** What an option says; a mistake is named with it. */
    private static <T> T read(String option, String text, Function<String, T> reading) {
        try {
            return reading.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private static Duration interval(String text) {
        Duration time = Quantities.duration(text);
        if (time.compareTo(ControllerSettings.SHORTEST_INTERVAL) < 0
                || time.compareTo(ControllerSettings.LONGEST_INTERVAL) > 0) {
            throw new IllegalArgumentException("'" + text + "' is not from 100 ms to 60 s");
        }
        return time;
    }

    private static int names(String text) {
        int names;
        try {
            names = Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number from 1 to 256", e);
        }
        return new ReservationQuota(names, ReservationQuota.STANDARD.bytesPerSecond()).names();
    }

    private static double share(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number from 0 to 1", e);
        }
    }

    /** Of a link, whatever the other one is. */
    private static double rateShare(String text) {
        double share = share(text);
        return new RateOptions(Optional.empty(), share, share).linkShare();
    }

    /** A path in the file counts from the file. */
    private static Optional<Path> path(YamlNode file, String key, Path beside) {
        return file.optional(key).map(YamlNode::text).map(text -> {
            Path relative = beside.resolve(text);
            return relative.toFile().exists() ? relative : Path.of(text);
        });
    }

    private static InetSocketAddress address(Endpoint endpoint) {
        try {
            return new InetSocketAddress(InetAddress.getAllByName(endpoint.host())[0], endpoint.port());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--bind: no address is known of '" + endpoint.host() + "'", e);
        }
    }
}

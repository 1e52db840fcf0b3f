// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.fairlead.core.view.LoadModels;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.plugin.Options;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.Role;
import org.fairlead.protocol.trust.TlsFiles;
import scala.Tuple2;

/**
 * From where the driver's picture comes, as {@code spark.fairlead.*} says.
 *
 * @param controllers whose views are followed and to whom flow requests are reported; empty: executors' own samples are all there is
 * @param tokenFile its first token is shown to controllers
 * @param tokenInClear whether it may be shown without TLS
 * @param tls empty: controllers are asked without TLS
 * @param topologyFile the network, where no controller gives it; without either it is made of the hosts that executors run on
 * @param loadModel one of {@link LoadModels#names}
 * @param clairvoyantFile the load to come; needed by the load model {@code clairvoyant} alone
 * @param interval between two reports of a host
 * @param progressInterval between two messages of an executor about its running tasks
 * @param application under which this application commits; empty: a name that the token allows
 * @param pathsTogether whether decisions count on paths that somebody keeps; false: as if the network chose them all
 * @param spark what Spark's own keys say
 */
public record ClusterSettings(
        List<Endpoint> controllers,
        Optional<Path> tokenFile,
        InClear tokenInClear,
        Optional<TlsFiles> tls,
        Optional<Path> topologyFile,
        String loadModel,
        Optional<Path> clairvoyantFile,
        Duration interval,
        Duration progressInterval,
        Optional<String> application,
        boolean pathsTogether,
        OfSpark spark) {
    private static final int LONGEST_NAME = 40;

    /**
     * What is not ours to set.
     *
     * @param name the application's, as its user called it
     * @param blockBytes the file system's usual block size
     */
    public record OfSpark(String name, long blockBytes) {
        /** Nothing is set. */
        public static final OfSpark NOTHING = new OfSpark("", 0);

        public static OfSpark of(SparkConf conf) {
            return new OfSpark(
                    conf.get("spark.app.name", ""), conf.getSizeAsBytes("spark.hadoop.dfs.blocksize", "128m"));
        }
    }

    static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    static final Duration LONGEST_INTERVAL = Duration.ofSeconds(60);

    public ClusterSettings {
        controllers = List.copyOf(controllers);
        checkInterval("spark.fairlead.heartbeat.interval", interval);
        checkInterval("spark.fairlead.progress.interval", progressInterval);
    }

    private static void checkInterval(String key, Duration interval) {
        if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw new IllegalArgumentException(key + ": " + interval.toMillis() + " ms is not from 100ms to 60s");
        }
    }

    /** @throws IllegalArgumentException one sentence with key, value and what is accepted */
    public static ClusterSettings from(SparkConf conf) {
        return from(options(conf), OfSpark.of(conf));
    }

    /** All of ours, of which each is still to be read. */
    public static Options options(SparkConf conf) {
        Map<String, String> set = new HashMap<>();
        for (Tuple2<String, String> entry : conf.getAll()) {
            set.put(entry._1(), entry._2());
        }
        return new Options("spark.fairlead.", set.entrySet());
    }

    /**
     * Reads every key of the picture's, whatever others say.
     *
     * @throws IllegalArgumentException one sentence with key, value and what is accepted
     */
    public static ClusterSettings from(Options conf, OfSpark spark) {
        List<Endpoint> controllers =
                conf.optional("spark.fairlead.controllers", Endpoint::list).orElse(List.of());
        Optional<Path> topologyFile = conf.optional("spark.fairlead.topology.file", Path::of);
        String loadModel = conf.optional("spark.fairlead.load.model", ClusterSettings::loadModel)
                .orElse("fairlead");
        Optional<Path> clairvoyantFile = conf.optional("spark.fairlead.clairvoyant.file", Path::of);
        if (LoadModels.policy(loadModel).needsForecast() && clairvoyantFile.isEmpty()) {
            throw new IllegalArgumentException("spark.fairlead.clairvoyant.file: missing; load model '" + loadModel
                    + "' needs a JSON file of the load of each link");
        }
        return new ClusterSettings(
                controllers,
                conf.optional("spark.fairlead.token.file", Path::of),
                new InClear(
                        conf.optional("spark.fairlead.token.in.clear", Options::truth)
                                .orElse(false),
                        "spark.fairlead.token.in.clear=true"),
                TlsFiles.of(word -> conf.optional(tlsKey(word), Path::of), ClusterSettings::tlsKey),
                topologyFile,
                loadModel,
                clairvoyantFile,
                conf.optional("spark.fairlead.heartbeat.interval", Quantities::duration)
                        .orElse(Duration.ofSeconds(1)),
                conf.optional("spark.fairlead.progress.interval", Quantities::duration)
                        .orElse(Duration.ofMillis(250)),
                conf.optional("spark.fairlead.application", Function.identity()),
                conf.optional("spark.fairlead.paths.together", Options::truth).orElse(true),
                spark);
    }

    /** Who is followed, as people write it. */
    String controllersText() {
        return controllers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
    }

    /** From where the picture comes, in words. */
    public String sourceText() {
        if (!controllers.isEmpty()) {
            return (controllers.size() == 1 ? "controller " : "controllers ") + controllersText();
        }
        return "no controller: executors' own counters"
                + topologyFile.map(file -> ", topology " + file).orElse("");
    }

    /** Whether nobody describes the network. */
    boolean findsHosts() {
        return controllers.isEmpty() && topologyFile.isEmpty();
    }

    /** The name that is configured, else one of its own, by which people know it, below that of the token. */
    String applicationFor(Optional<Identity> identity) {
        String known = spark.name().replaceAll("[^\\p{L}\\p{N}._-]+", "-");
        String name = known.isEmpty() ? "spark" : known.substring(0, Math.min(LONGEST_NAME, known.length()));
        String unique = name + "-" + UUID.randomUUID().toString().substring(0, 13);
        return application.orElseGet(() -> identity.filter(own -> own.role() == Role.APPLICATION)
                .map(own -> own.names().first() + "/" + unique)
                .orElse(unique));
    }

    private static String tlsKey(String word) {
        return "spark.fairlead.tls." + word.replace('-', '.');
    }

    private static String loadModel(String text) {
        return LoadModels.policy(text.toLowerCase(Locale.ROOT)).name();
    }
}

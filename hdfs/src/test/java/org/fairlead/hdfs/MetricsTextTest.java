// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.topology.Topology;
import org.fairlead.hdfs.DecisionCounters.Avoided;
import org.fairlead.hdfs.DecisionCounters.Kind;
import org.fairlead.hdfs.DecisionCounters.Outcome;
import org.fairlead.hdfs.cluster.DatanodeTable;
import org.fairlead.hdfs.cluster.LookedUpAddresses;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a NameNode with a controller shows to Prometheus: all of both. */
final class MetricsTextTest {
    private static final long BLOCK = 128L << 20;
    private static final int THREADS = 8;
    private static final int TIMES = 50_000;

    /** Named by addresses, for which nobody is asked. */
    private final Topology topology = new Topology.Builder("t")
            .host("127.0.0.1", "/r")
            .host("127.0.0.2", "/r")
            .switchNode("e1")
            .cable("127.0.0.1", "e1", 1e6)
            .cable("127.0.0.2", "e1", 1e6)
            .build();

    private final HdfsPluginSettings settings = HdfsPluginSettings.from(new Configuration(false));
    private final DecisionRuntime runtime =
            new DecisionRuntime(settings, BLOCK, path -> OptionalLong.empty(), TimeSource.SYSTEM);

    @AfterEach
    void close() {
        runtime.close();
    }

    private String text() {
        return new String(runtime.metrics().text(), StandardCharsets.UTF_8);
    }

    private void knowTheCluster() {
        DatanodeTable table = DatanodeTable.of(topology, List.of(), new LookedUpAddresses(TimeSource.SYSTEM));
        runtime.state(ClusterState.of(table, settings, BLOCK, TimeSource.SYSTEM));
    }

    @Test
    void thePageIsWellFormedAndEachMetricSaysWhatItMeans() throws Exception {
        knowTheCluster();
        runtime.figures().count(Kind.WRITE, Outcome.OBSERVED);
        runtime.figures().took(Kind.WRITE, 30_000);
        runtime.figures().took(Kind.WRITE, 80_000_000);
        ControllerSettings alone = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .trustAddresses(true);
        try (Controller controller = Controller.start(alone, TimeSource.SYSTEM)) {
            controller.metrics().include(runtime.metrics());

            HttpResponse<String> page = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                            + controller.address().getPort() + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(page.headers().firstValue("Content-Type"))
                    .isEqualTo(Optional.of("text/plain; version=0.0.4; charset=utf-8"));
            PrometheusText read = PrometheusText.read(page.body());
            assertThat(read.help()).hasSizeGreaterThan(35).containsKey("fairlead_agents");
            assertThat(read.help()).allSatisfy((metric, help) -> {
                assertThat(metric).startsWith("fairlead_");
                assertThat(help.split(" ")).as(metric).hasSizeGreaterThanOrEqualTo(5);
            });
            assertThat(read.value(
                            "fairlead_hdfs_decisions_total{kind=\"write\",outcome=\"observed\",policy=\"fairlead\"}"))
                    .isEqualTo(1);
            assertThat(read.value("fairlead_hdfs_decision_seconds_bucket{kind=\"write\",le=\"5.0E-5\"}"))
                    .isEqualTo(1);
            assertThat(read.value("fairlead_hdfs_decision_seconds_count{kind=\"write\"}"))
                    .isEqualTo(2);
            assertThat(read.value("fairlead_hdfs_decision_seconds_sum{kind=\"write\"}"))
                    .isEqualTo(0.08003);
            assertThat(read.value("fairlead_hdfs_mode{kind=\"read\",mode=\"observe\"}"))
                    .isEqualTo(1);
            assertThat(read.value("fairlead_hdfs_mode{kind=\"read\",mode=\"enforce\"}"))
                    .isZero();
            assertThat(read.value("fairlead_hdfs_canary_gain_low")).isNaN();
        }
    }

    @Test
    void theDocsListEachMetric() throws Exception {
        String docs = Files.readString(Path.of("../docs/hdfs.md"));

        assertThat(runtime.metrics().snapshots()).hasSizeGreaterThan(10).allSatisfy(metric -> assertThat(docs)
                .contains("| `" + name(metric)));
    }

    private static String name(MetricSnapshot metric) {
        return metric.getMetadata().getPrometheusName() + (metric instanceof CounterSnapshot ? "_total" : "");
    }

    @Test
    void eightThreadsLoseNothingWhileOthersRead() throws Exception {
        DecisionCounters figures = runtime.figures();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
        try {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(() -> {
                    for (int i = 0; i < TIMES; i++) {
                        figures.count(Kind.WRITE, Outcome.ENFORCED);
                        figures.avoided(Kind.READ, Avoided.OBSERVED);
                        figures.took(Kind.WRITE, 1000L * (i % 100));
                    }
                    return true;
                });
            }
            work.add(() -> {
                boolean grows = true;
                double before = 0;
                for (int i = 0; i < 200; i++) {
                    double now =
                            PrometheusText.read(text()).value("fairlead_hdfs_decision_seconds_count{kind=\"write\"}");
                    grows &= now >= before;
                    before = now;
                }
                return grows;
            });
            for (Future<Boolean> done : pool.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }

        long all = (long) THREADS * TIMES;
        assertThat(figures.count(Outcome.ENFORCED, Kind.WRITE)).isEqualTo(all);
        assertThat(figures.count(Avoided.OBSERVED, Kind.READ)).isEqualTo(all);
        PrometheusText read = PrometheusText.read(text());
        assertThat(read.value("fairlead_hdfs_decision_seconds_count{kind=\"write\"}"))
                .isEqualTo((double) all);
        // A hundredth each took 0, 1, ... 99 µs: up to 5 µs, six of them.
        assertThat(read.value("fairlead_hdfs_decision_seconds_bucket{kind=\"write\",le=\"5.0E-6\"}"))
                .isEqualTo(all * 6 / 100.0);
        assertThat(read.value("fairlead_hdfs_decision_seconds_sum{kind=\"write\"}"))
                .isCloseTo(all * 49.5e-6, within(1e-6));
    }
}

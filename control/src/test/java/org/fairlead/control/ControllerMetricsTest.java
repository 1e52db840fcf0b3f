// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

final class ControllerMetricsTest {
    private static String name(MetricSnapshot metric) {
        return metric.getMetadata().getPrometheusName() + (metric instanceof CounterSnapshot ? "_total" : "");
    }

    @Test
    void eachMetricSaysWhatItMeansAndTheDocsListIt() throws Exception {
        String docs = Files.readString(Path.of("../docs/controller.md"));
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            MetricSnapshots metrics = controller.metrics().snapshots();

            assertThat(metrics.size()).isGreaterThan(20);
            assertThat(metrics).allSatisfy(metric -> {
                assertThat(metric.getMetadata().getHelp().split(" ")).hasSizeGreaterThanOrEqualTo(5);
                assertThat(metric.getMetadata().getHelp()).endsWith(".");
                assertThat(docs).contains("| `" + name(metric));
            });
        }
    }

    @Test
    void aLinksLoadAppearsOnceItIsMeasured() throws Exception {
        try (Controller controller = Controller.start(Trial.settings(), TimeSource.SYSTEM)) {
            assertThat(Trial.get(controller, "/metrics").body())
                    .contains("fairlead_agents{state=\"unknown\"} 4.0")
                    .contains("fairlead_link_capacity_bytes_per_second{link=\"h1->e1\"} 1000000.0")
                    .doesNotContain("fairlead_link_bytes_per_second{");

            controller.reports().take(Trial.heartbeat("h1", 1, 1, 1), Optional.empty());
            controller.reports().take(Trial.heartbeat("h1", 1, 2, 2), Optional.empty());
            assertThat(Trial.soon(() ->
                            controller.view().version() > 1 && controller.view().smoothed(link("h1->e1")) > 0))
                    .isTrue();

            assertThat(Trial.get(controller, "/metrics").body())
                    .contains("fairlead_heartbeats_total 2.0")
                    .contains("fairlead_agents{state=\"fresh\"} 1.0")
                    .contains("fairlead_link_bytes_per_second{link=\"h1->e1\"} ")
                    .contains("fairlead_thread_restarts_total{thread=\"fairlead-http\"} ");
        }
    }

    private static int link(String name) {
        return Trial.CLUSTER.links().stream()
                .filter(link -> link.name().equals(name))
                .findFirst()
                .orElseThrow()
                .index();
    }
}

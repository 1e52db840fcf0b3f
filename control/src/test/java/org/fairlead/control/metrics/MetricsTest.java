// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class MetricsTest {
    private static final int THREADS = 8;
    private static final int TIMES = 100_000;

    private final Metrics metrics = new Metrics();

    private String text() {
        return new String(metrics.text(), StandardCharsets.UTF_8);
    }

    @Test
    void eightThreadsLoseNoCountWhileOthersRead() throws Exception {
        CounterDataPoint events = metrics.counter("events_total", "Events that this test counts.", "kind")
                .labelValues("a");
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
        try {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                work.add(() -> {
                    for (int i = 0; i < TIMES; i++) {
                        events.inc();
                    }
                    return true;
                });
            }
            work.add(() -> {
                boolean grows = true;
                double before = 0;
                for (int i = 0; i < 500; i++) {
                    String line = text().lines().reduce((one, other) -> other).orElseThrow();
                    double now = Double.parseDouble(line.replace("events_total{kind=\"a\"} ", ""));
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
        assertThat(events.getLongValue()).isEqualTo((long) THREADS * TIMES);
    }

    @Test
    void theTextIsThatOfPrometheus() {
        metrics.counter("reports_total", "Reports taken, by \"kind\" or C:\\.", "kind")
                .labelValues("a \"b\"\\\nc")
                .inc(3);
        metrics.gauge("hosts", "Hosts of this test.", () -> 2);
        metrics.gauge("load_bytes_per_second", "Load of a link.", List.of("link"), to -> {
            to.add(1.5e9, "h1->e1");
            to.add(Double.NaN, "e1->h1");
        });
        metrics.gauge("nothing_known", "Not in the text while it has no value.", List.of("host"), to -> {});

        assertThat(text()).isEqualTo("""
                        # HELP hosts Hosts of this test.
                        # TYPE hosts gauge
                        hosts 2.0
                        # HELP load_bytes_per_second Load of a link.
                        # TYPE load_bytes_per_second gauge
                        load_bytes_per_second{link="e1->h1"} NaN
                        load_bytes_per_second{link="h1->e1"} 1.5E9
                        # HELP reports_total Reports taken, by "kind" or C:\\\\.
                        # TYPE reports_total counter
                        reports_total{kind="a \\"b\\"\\\\\\nc"} 3.0
                        """);
    }

    @Test
    void anotherPartsMetricsAreInTheTextToo() {
        Metrics other = new Metrics();
        other.gauge("threads", "Threads of the other part.", () -> 7);
        metrics.include(other);

        assertThat(text()).contains("threads 7.0\n");
    }

    @Test
    void aNameIsTakenOnce() {
        metrics.counter("events_total", "Events that this test counts.");

        assertThatThrownBy(() -> metrics.counter("events_total", "Others that this test counts."))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("events");
    }
}

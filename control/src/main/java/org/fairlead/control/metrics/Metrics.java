// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * The metrics of one part of a process, and their text for Prometheus. What is counted here takes no lock; everything else is read
 * when somebody asks for the text. A HELP text says what is counted, in which unit, and what a bad value means. Safe for threads.
 */
public final class Metrics {
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final PrometheusTextFormatWriter WRITER = PrometheusTextFormatWriter.create();
    private static final int USUAL_BYTES = 32 << 10;

    private final PrometheusRegistry registry = new PrometheusRegistry();

    /** Takes the values of one metric, each with a value for every label. */
    @FunctionalInterface
    public interface Values {
        void add(double value, String... labels);
    }

    /**
     * A counter that is counted here. Whoever counts often keeps its data point ({@link Counter#labelValues}), which allocates
     * nothing; from then on it is in the text, as 0 at first.
     *
     * @param name ends with {@code _total}
     * @throws IllegalStateException if the name is taken
     */
    public Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name(name)
                .help(help)
                .labelNames(labels)
                .withoutExemplars()
                .register(registry);
    }

    /** A counter that is kept elsewhere. */
    public void counter(String name, String help, DoubleSupplier value) {
        counter(name, help, List.of(), to -> to.add(value.getAsDouble()));
    }

    /** A counter with labels that is kept elsewhere; all its values are given each time. */
    public void counter(String name, String help, List<String> labels, Consumer<Values> values) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .callback(to -> values.accept(to::call))
                .register(registry);
    }

    /** A value that may fall. */
    public void gauge(String name, String help, DoubleSupplier value) {
        gauge(name, help, List.of(), to -> to.add(value.getAsDouble()));
    }

    /** Values that may fall, by labels; those that are given each time, which may be none. */
    public void gauge(String name, String help, List<String> labels, Consumer<Values> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .callback(to -> values.accept(to::call))
                .register(registry);
    }

    /** A metric of another kind. */
    public void register(Collector metric) {
        registry.register(metric);
    }

    /** Has another part's metrics from now on, too; no name may be in both. */
    public void include(Metrics other) {
        MultiCollector all = other::snapshots;
        registry.register(all);
    }

    /** All values now. */
    public MetricSnapshots snapshots() {
        return registry.scrape();
    }

    /** All values now, as {@link #CONTENT_TYPE} has them. */
    public byte[] text() {
        ByteArrayOutputStream text = new ByteArrayOutputStream(USUAL_BYTES);
        try {
            WRITER.write(text, snapshots());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not in memory
        }
        return text.toByteArray();
    }
}

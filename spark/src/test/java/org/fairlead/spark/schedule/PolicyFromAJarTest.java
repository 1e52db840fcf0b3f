// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.fairlead.spark.plugin.SparkPluginSettings;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.testkit.ExampleJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver takes by its name what a jar beside the plug-in's brings. */
class PolicyFromAJarTest extends OfferedSlots {
    @TempDir
    Path directory;

    private final SparkConf conf = new SparkConf(false)
            .set("spark.fairlead.mode", "enforce")
            .set("spark.fairlead.policy", "example")
            .set("spark.fairlead.plan.wait", "10s");

    private URL example() throws IOException, InterruptedException {
        return ExampleJar.in(directory).toUri().toURL();
    }

    private FakeCluster ofTheSettings() {
        SparkPluginSettings settings = SparkPluginSettings.from(conf);
        return ours(settings.plan(), settings.modes());
    }

    @Test
    void theSettingsAcceptItsNameAndPlansAreItsAnswers() throws Exception {
        FakeCluster.context();
        FakeCluster cluster;
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader driver = new URLClassLoader(new URL[] {example()}, before)) {
            Thread.currentThread().setContextClassLoader(driver);
            cluster = ofTheSettings();
            Thread.currentThread().setContextClassLoader(before);

            // Making the jar took a while: what was measured before is old.
            loadALinkThatNobodyNeeds();
            // The example runs first what can run on h1 alone; the stock order begins with the other.
            cluster.submit(on("h1", "h2"), on("h1"));
            List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.slot("1", "h1", 1));

            assertThat(launched).extracting(Launched::task).containsExactly(1);
            assertThat(figures(cluster).of(OfferCounters.Outcome.PLANNED)).isEqualTo(1);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void withoutTheJarTheNameIsNotAccepted() {
        assertThatThrownBy(() -> SparkPluginSettings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("spark.fairlead.policy: no task assigner 'example'; accepted: stock-hadoop,");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.WorkerOffer;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.fairlead.spark.schedule.counters.OfferCounters;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Our manager in Spark's own scheduler, which is offered slots of executors that do not exist. */
abstract class OfferedSlots {
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("tree"), 2, 3, 125e6, 2).build();
    static final long LONGEST_NANOS = Duration.ofSeconds(20).toNanos();

    final MeasuredPicture picture = new MeasuredPicture(TREE);
    private final List<FakeCluster> clusters = new ArrayList<>();
    private final List<String> set = new ArrayList<>();

    /** Not an uncontended cluster: stages wait for their first plan. */
    @BeforeEach
    void loadALinkThatNobodyNeeds() {
        picture.loaded(link -> link.from().name().equals("h6") ? 0.5 : 0);
    }

    @AfterAll
    static void stop() {
        FakeCluster.context().stop();
    }

    @AfterEach
    void close() {
        clusters.forEach(FakeCluster::close);
        set.forEach(FakeCluster.context().conf()::remove);
    }

    static void settled(FakeCluster cluster) {
        cluster.scheduling.orElseThrow().journal().settle();
    }

    static void awaitPlans(FakeCluster cluster, long count) {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (cluster.scheduling.isPresent() && figures(cluster).plans() < count && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    static List<Launched> offerUntilLaunched(FakeCluster cluster, WorkerOffer... slots) {
        long end = System.nanoTime() + LONGEST_NANOS;
        List<Launched> launched = cluster.offer(slots);
        while (launched.isEmpty()) {
            assertThat(System.nanoTime()).as("something is launched in the end").isLessThan(end);
            int asked = cluster.revivals.count();
            long tick = System.nanoTime() + 1_000_000_000L;
            while (cluster.revivals.count() == asked && System.nanoTime() - tick < 0) {
                LockSupport.parkNanos(100_000); // whoever plans needs the processors
            }
            launched = cluster.offer(slots);
        }
        return launched;
    }

    FakeCluster stock() {
        FakeCluster cluster = FakeCluster.stock();
        clusters.add(cluster);
        return cluster;
    }

    FakeCluster ours(PlanOptions options, Mode mode) {
        return ours(options, SparkModes.of(mode));
    }

    FakeCluster ours(PlanOptions options, SparkModes modes) {
        FakeCluster cluster = FakeCluster.ours(options, modes, picture);
        clusters.add(cluster);
        return cluster;
    }

    void set(String key, String value) {
        SparkConf conf = FakeCluster.context().conf();
        conf.set(key, value);
        set.add(key);
    }

    static StageDetail recorded(FakeCluster cluster) {
        return cluster.scheduling.orElseThrow().records().detail("fake", 0, 0).orElseThrow();
    }

    static OfferCounters figures(FakeCluster cluster) {
        return cluster.scheduling.orElseThrow().figures();
    }

    static PlanOptions options(String policy) {
        return options(policy, PlantedFault.NONE, Duration.ofSeconds(10));
    }

    static PlanOptions options(String policy, PlantedFault fault, Duration wait) {
        return new PlanOptions(policy, wait, Duration.ofSeconds(1), Duration.ofSeconds(60), false, 1, fault);
    }

    static Properties pool(String name) {
        Properties properties = new Properties();
        properties.setProperty("spark.scheduler.pool", name);
        return properties;
    }

    static String[] on(String... hosts) {
        return hosts;
    }

    static String[][] tasks(int count) {
        String[] names = {"h1", "h2", "h3", "h4", "h5", "h6"};
        String[][] hosts = new String[count][];
        Arrays.setAll(hosts, task -> on(names[task % 6], names[(task / 6 + 3) % 6]));
        return hosts;
    }
}

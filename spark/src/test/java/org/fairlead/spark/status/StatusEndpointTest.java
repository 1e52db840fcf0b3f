// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.Freshness;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.MissingCounters;
import org.fairlead.spark.cluster.RackMapping;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusEndpointTest {
    private static final ExecutorMemory MEMORY = new ExecutorMemory(400_000_000, 100_000_000, 50_000_000);

    @TempDir
    private Path directory;

    private final HandDrivenTime time = new HandDrivenTime();
    private LiveCluster cluster;
    private StatusEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 2, 2, 1e6, 1).build();
        Path file = directory.resolve("topology.yaml");
        Files.writeString(file, TopologyFile.text(topology));
        cluster = LiveCluster.start(
                ClusterSettings.from(new SparkConf(false).set("spark.fairlead.topology.file", file.toString())),
                RackMapping.ONE,
                time);
        endpoint = new StatusEndpoint(cluster, 1000, time);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private ReportInstruction report(String executor, String host) throws IOException {
        endpoint.added(executor, host);
        return send(executor, host);
    }

    private ReportInstruction send(String executor, String host, Heartbeat... samples) throws IOException {
        byte[] report = Encoding.CBOR.write(new ExecutorReport(executor, host, 0, MEMORY, List.of(samples)));
        return Encoding.CBOR.read((byte[]) endpoint.receive(report), ReportInstruction.class);
    }

    @Test
    void ofAHostsExecutorsTheOneWithTheLowestIdCounts() throws IOException {
        assertThat(report("10", "h1").gap()).as("the first that is heard of").isEqualTo(MissingCounters.LINKS);
        assertThat(report("9", "h1").gap()).isEqualTo(MissingCounters.LINKS);
        assertThat(report("10", "h1").gap()).isEqualTo(MissingCounters.NONE);
        assertThat(report("11", "h2").gap()).as("another host").isEqualTo(MissingCounters.LINKS);
        assertThat(report("12", "nowhere").gap()).isEqualTo(MissingCounters.NONE);
    }

    @Test
    void whenItIsGoneTheNextOneTakesOver() throws IOException {
        report("1", "h1");
        assertThat(report("2", "h1").gap()).isEqualTo(MissingCounters.NONE);
        endpoint.removed("1");
        assertThat(report("2", "h1").gap()).isEqualTo(MissingCounters.LINKS);
        assertThat(report("3", "h1").gap()).isEqualTo(MissingCounters.NONE);
        time.pass(Duration.ofSeconds(3));
        assertThat(report("3", "h1").gap()).as("2 has missed three turns").isEqualTo(MissingCounters.LINKS);
    }

    @Test
    void whatAnExecutorHasSeenIsToldOfItsOwnHost() throws Exception {
        List<Object> taken = new ArrayList<>();
        endpoint.reportTo(new SeenTaker() {
            @Override
            public void read(TaskReads reads) {
                taken.add(reads);
            }

            @Override
            public void missed(long tasks, long failures) {
                taken.add(tasks + " lost, " + failures + " failures");
            }

            @Override
            public void avoided(long blocks, long files) {
                taken.add(blocks + " avoided, " + files + " written elsewhere");
            }

            @Override
            public void exceeded(NicAllowance allowance) {
                taken.add(allowance);
            }
        });
        endpoint.added("1", "h1");
        TaskReads reads = new TaskReads(
                3, 0, 7, 70, "elsewhere", 1000, 2, 0, List.of(new SourceReads("hdfs", "h2", false, 5, 0.5, 1)));
        NicAllowance allowance = new NicAllowance("", "ens5", "bw_in_allowance_exceeded", 1000, 9);
        SeenReport report = new SeenReport("1", List.of(reads), 4, 2, 6, 3, List.of(allowance));

        assertThat(endpoint.receive(new byte[][] {Encoding.CBOR.write(report)})).isNull();

        assertThat(taken)
                .containsExactly(
                        reads.with("h1", reads.sources()),
                        allowance.of("h1"),
                        "4 lost, 2 failures",
                        "6 avoided, 3 written elsewhere");
    }

    @Test
    void anExecutorIsBelievedOfItsOwnHostOnly() throws Exception {
        report("1", "h1");
        assertThatThrownBy(() -> send("1", "h2", sample("h2", 1)))
                .hasMessage("executor 1 is on h1 and tells of another host");
        assertThatThrownBy(() -> send("1", "h1", sample("h2", 1))).isInstanceOf(IOException.class);
        assertThat(send("4711", "h2", sample("h2", 1), sample("h2", 2)).gap())
                .as("not one of Spark's")
                .isEqualTo(MissingCounters.NONE);
        endpoint.removed("1");
        assertThat(send("1", "h1", sample("h1", 1), sample("h1", 2)).gap())
                .as("no longer")
                .isEqualTo(MissingCounters.NONE);
        assertNothingIsKnownOf("h1");
        assertThat(knows("h2")).isFalse();
    }

    @Test
    void whatOthersThanTheChosenOneCountIsNotTaken() throws Exception {
        report("1", "h1");
        report("2", "h1");
        send("2", "h1", sample("h1", 1), sample("h1", 2));
        assertNothingIsKnownOf("h1");
        send("1", "h1", sample("h1", 1), sample("h1", 2));
        soon("the host is known", () -> knows("h1"));
    }

    @Test
    void itsMemoryIsInTheSnapshotUntilItIsGone() throws Exception {
        report("1", "h1");
        send("1", "h1", sample("h1", 1));
        send("1", "h1", sample("h1", 2));
        soon("its memory is told", () -> memory().containsKey("1"));
        assertThat(memory().get("1").freeBytes()).isEqualTo(250_000_000);
        send("4711", "h2");
        report("2", "h1");
        endpoint.removed("1");
        assertNothingIsKnownOf("h2"); // by then there is a newer snapshot
        assertThat(memory()).containsKey("2").doesNotContainKeys("1", "4711");
    }

    private Map<String, ExecutorMemory> memory() {
        return cluster.snapshot().orElseThrow().memory();
    }

    private static Heartbeat sample(String host, long sequence) {
        return new Heartbeat(
                "",
                host,
                1,
                sequence,
                sequence * 1_000_000_000L,
                1000,
                List.of(new Heartbeat.Nic("eth0", 1000 * sequence, 1000 * sequence)),
                List.of(),
                7);
    }

    private boolean knows(String host) {
        ClusterView view = cluster.snapshot().orElseThrow().network().view();
        int up = view.topology().routes().upLink(view.topology().host(host).index());
        return view.knowledge(up, time.nanoTime()) != Freshness.UNKNOWN;
    }

    /** By the time that the picture has a later sample of another host, it would have what was taken of this one. */
    private void assertNothingIsKnownOf(String host) throws Exception {
        String other = "h4";
        report("99", other);
        send("99", other, sample(other, 1), sample(other, 2));
        soon("the other host is known", () -> knows(other));
        assertThat(knows(host)).isFalse();
    }

    @Test
    void progressIsTakenOfTasksThatWereLaunchedAndAnswersNothing() throws IOException {
        cluster.launched(7, 0, 0, 100, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
        assertThat(endpoint.receive(new long[] {7, 60, 5, 1, 8, 1, 1, 0})).isNull();
        assertThat(cluster.progress(7)).hasValueSatisfying(progress -> {
            assertThat(progress.bytesRead()).isEqualTo(60);
            assertThat(progress.shuffleBytesRead()).isEqualTo(5);
            assertThat(progress.waits()).isTrue();
        });
        assertThat(cluster.progress(8)).isEmpty();
    }

    @Test
    void whatIsNoMessageOfOursIsRefused() {
        assertThatThrownBy(() -> endpoint.receive("hello")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> endpoint.receive(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
    }
}

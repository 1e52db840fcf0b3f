package org.fairlead.spark.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkConf;
import org.fairlead.core.task.Senders;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.spark.cluster.ClusterSettings;
import org.fairlead.spark.cluster.LiveCluster;
import org.fairlead.spark.cluster.RackMapping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutorDeskTest {
    @TempDir
    private Path directory;

    private final AtomicLong nanos = new AtomicLong(1);
    private LiveCluster cluster;
    private ExecutorDesk desk;

    @BeforeEach
    void start() throws IOException {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 1, 2, 1e6, 1).build();
        Path file = directory.resolve("topology.yaml");
        Files.writeString(file, TopologyFile.text(topology));
        cluster = LiveCluster.start(
                ClusterSettings.from(new SparkConf(false).set("spark.fairlead.topology.file", file.toString())),
                RackMapping.ONE);
        desk = new ExecutorDesk(cluster, 1000, nanos::get);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Instruction report(String executor, String host) throws IOException {
        byte[] report = Encoding.CBOR.write(new ExecutorReport(executor, host, 0, List.of()));
        return Encoding.CBOR.read((byte[]) desk.receive(report), Instruction.class);
    }

    @Test
    void ofAHostsExecutorsTheOneWithTheLowestIdCounts() throws IOException {
        assertThat(report("10", "h1").sample()).as("the first that is heard of").isTrue();
        assertThat(report("9", "h1").sample()).isTrue();
        assertThat(report("10", "h1").sample()).isFalse();
        assertThat(report("11", "h2").sample()).as("another host").isTrue();
        assertThat(report("12", "nowhere").sample()).isFalse();
    }

    @Test
    void whenItIsGoneTheNextOneTakesOver() throws IOException {
        report("1", "h1");
        assertThat(report("2", "h1").sample()).isFalse();
        desk.removed("1");
        assertThat(report("2", "h1").sample()).isTrue();
        assertThat(report("3", "h1").sample()).isFalse();
        nanos.addAndGet(3_000_000_000L);
        assertThat(report("3", "h1").sample()).as("2 has missed three turns").isTrue();
    }

    @Test
    void progressIsTakenOfTasksThatWereLaunchedAndAnswersNothing() throws IOException {
        cluster.launched(7, 0, 0, 100, Senders.UNKNOWN);
        assertThat(desk.receive(new long[] {7, 60, 5, 8, 1, 1})).isNull();
        assertThat(cluster.progress(7)).hasValueSatisfying(progress -> {
            assertThat(progress.bytesRead()).isEqualTo(60);
            assertThat(progress.shuffleBytesRead()).isEqualTo(5);
        });
        assertThat(cluster.progress(8)).isEmpty();
    }

    @Test
    void whatIsNoMessageOfOursIsRefused() {
        assertThatThrownBy(() -> desk.receive("hello")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> desk.receive(new byte[] {1, 2, 3})).isInstanceOf(IOException.class);
    }
}

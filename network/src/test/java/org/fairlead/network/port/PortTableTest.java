// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortTableTest {
    private static final InetSocketAddress TO = new InetSocketAddress("10.0.0.13", 9866);
    private static final PortFile WRITTEN = new PortFile(
            "10.0.0.1",
            Duration.ofSeconds(5),
            Map.of(
                    new PortFile.Destination("10.0.0.13", 9866), List.of(20_003, 20_017, 20_001, 20_099),
                    new PortFile.Destination("10.0.0.14", 9866), List.of(20_004)));

    private final HandDrivenTime time = new HandDrivenTime();

    @TempDir
    private Path directory;

    private Path file;
    private PortTable table;

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("ports");
        table = new PortTable(file, 1, time);
        write(WRITTEN);
    }

    private void write(PortFile content) throws IOException {
        content.write(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(time.currentTimeMillis()));
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        assertThat(PortFile.read(file)).isEqualTo(WRITTEN);
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void connectionsTakeTurns() {
        PortTable.Offer first = table.offer(TO).orElseThrow();

        assertThat(first.source().getHostAddress()).isEqualTo("10.0.0.1");
        assertThat(first.ports()).hasSize(3).doesNotHaveDuplicates();
        assertThat(table.offer(TO).orElseThrow().ports().get(0))
                .isEqualTo(first.ports().get(1));
    }

    @Test
    void whatTheTableDoesNotHaveIsLeftToTheKernel() {
        assertThat(table.offer(new InetSocketAddress("10.0.0.13", 50_010))).isEmpty();
        assertThat(table.offer(new InetSocketAddress("10.0.0.15", 9866))).isEmpty();
        assertThat(table.offer(InetSocketAddress.createUnresolved("h13", 9866))).isEmpty();
        assertThat(table.counts()).isEqualTo(new PortTable.Counts(0, 0, 0));
    }

    @Test
    void aTableThatNobodyRenewsDoesNotCount() throws IOException {
        assertThat(table.offer(TO)).isPresent();
        time.pass(Duration.ofSeconds(5));
        assertThat(table.offer(TO)).isPresent();
        time.pass(Duration.ofMillis(1));
        assertThat(table.offer(TO)).isEmpty();

        write(WRITTEN);
        assertThat(table.offer(TO)).isPresent();
    }

    @Test
    void aTableFromTheFutureDoesNotCount() throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(time.currentTimeMillis() + 1_001));

        assertThat(table.offer(TO)).isEmpty();
    }

    @Test
    void withoutATableTheKernelChoosesAndNothingFailed() throws IOException {
        Files.delete(file);

        assertThat(table.offer(TO)).isEmpty();
        assertThat(table.counts().failed()).isZero();
    }

    @Test
    void aDestinationThatFailedIsLeftToTheKernelForAMinute() throws IOException {
        table.failed(TO, new ConnectException("timed out"));

        assertThat(table.offer(TO)).isEmpty();
        assertThat(table.offer(new InetSocketAddress("10.0.0.14", 9866))).isPresent();
        time.pass(Duration.ofSeconds(60));
        write(WRITTEN);
        assertThat(table.offer(TO)).isPresent();
        assertThat(table.counts()).isEqualTo(new PortTable.Counts(0, 0, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fairlead-ports 2\nsource 10.0.0.1\nlifetime-ms 5000\n",
                "fairlead-ports 1\nsource h1\nlifetime-ms 5000\n",
                "fairlead-ports 1\nsource 10.0.0.1\nlifetime-ms 5000\n10.0.0.13 9866\n",
                "fairlead-ports 1\nsource 10.0.0.1\nlifetime-ms 5000\n10.0.0.13 9866 1,,2\n",
                "fairlead-ports 1\nsource 10.0.0.1\nlifetime-ms -1\n",
            })
    void aTableThatIsNoneIsCountedAndTheKernelChooses(String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(time.currentTimeMillis() + 500));

        assertThat(table.offer(TO)).isEmpty();
        assertThat(table.counts().failed()).isEqualTo(1);
        assertThatThrownBy(() -> PortFile.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ports");
    }
}

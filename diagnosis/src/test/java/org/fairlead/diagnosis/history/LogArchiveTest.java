// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.fairlead.sim.engine.RunObserver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an archive may take of a disk, and of one's time. */
final class LogArchiveTest {
    private static final String SERVER = "http://history:18080";

    @TempDir
    private Path directory;

    private static InputStream file(int bytes) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            zip.putNextEntry(new ZipEntry("app-7"));
            zip.write(new byte[bytes]);
            zip.closeEntry();
        }
        return new ByteArrayInputStream(archive.toByteArray());
    }

    private static InputStream directories(int count) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            for (int i = 0; i < count; i++) {
                zip.putNextEntry(new ZipEntry(i + "/"));
                zip.closeEntry();
            }
        }
        return new ByteArrayInputStream(archive.toByteArray());
    }

    @Test
    void noMoreThanHalfOfWhatIsFreeIsTaken() throws IOException {
        long free = 4L << 20;

        new LogArchive(SERVER, RunObserver.NONE, free).unpack(file(2 << 20), directory);
        assertThat(Files.size(directory.resolve("app-7"))).isEqualTo(2 << 20);
        assertThatThrownBy(() -> new LogArchive(SERVER, RunObserver.NONE, free).unpack(file((2 << 20) + 1), directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(SERVER + " sent logs that take more than half of what is free")
                .hasMessageContaining(", 2 MiB; ");
    }

    @Test
    void directoriesCountAsFilesDo() {
        assertThatThrownBy(() -> new LogArchive(SERVER, RunObserver.NONE, Long.MAX_VALUE)
                        .unpack(directories(100_001), directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than 100000 files and directories");
    }

    @Test
    void whoWantsToStopIsHeardAmongDirectories() {
        RunObserver stop = (done, of) -> false;

        assertThatThrownBy(() -> new LogArchive(SERVER, stop, Long.MAX_VALUE).unpack(directories(3), directory))
                .isInstanceOf(CancellationException.class)
                .hasMessage("interrupted while " + SERVER + " sent a log");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFilesTest {
    @TempDir
    private Path directory;

    private Path file;
    private WatchedFiles<String> watched;

    @BeforeEach
    void begin() throws IOException {
        file = Files.writeString(directory.resolve("secret"), "one");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        watched = WatchedFiles.of(List.of(file), () -> SecretFile.read(file), TimeSource.SYSTEM);
    }

    private void write(String content, int second) throws IOException {
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.fromMillis(second * 1000L));
    }

    @Test
    void whatChangedIsReadAgain() throws IOException {
        assertThat(watched.last()).isEqualTo("one");
        write("two", 10);

        watched.look();

        assertThat(watched.last()).isEqualTo("two");
    }

    /** As an operator does who is told so. */
    @Test
    void whatWasRefusedIsReadOnceItsPermissionsAreMended() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        write("two", 10);
        watched.look();
        assertThat(watched.last()).isEqualTo("one");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        watched.look();

        assertThat(watched.last()).isEqualTo("two");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.fairlead.network.DriverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueGuardTest {
    @TempDir
    private Path directory;

    /** What runs in place of tc. */
    private List<String> tc(String script) throws IOException {
        Path file = Files.writeString(directory.resolve("tc"), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return List.of(file.toString());
    }

    @Test
    void itDoesItsWorkWhenItIsTold() throws IOException, DriverException {
        Path done = directory.resolve("done");
        QueueGuard guard = QueueGuard.start(
                tc("echo \"$@\" >" + done + "; cat >>" + done + "\n"), List.of("class change one", "class change two"));

        assertThat(guard.stands()).isTrue();
        assertThat(done).doesNotExist();
        guard.restore();
        assertThat(guard.stands()).isFalse();
        assertThat(done).hasContent("-force -batch -\nclass change one\nclass change two\n");
    }

    @Test
    void whatTcCannotDoIsSaid() throws IOException, DriverException {
        QueueGuard guard = QueueGuard.start(tc("exit 3\n"), List.of("class change one"));

        assertThatThrownBy(guard::restore)
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("tc cannot bring all queues back to rest: status 3");
    }
}

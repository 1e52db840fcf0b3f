// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** What is said of a failure that no command has words for. */
final class FailureWordsTest {
    @Test
    void aFileIsNamedWithWhatIsWrongWithIt() {
        assertThat(FailureWords.of(new AccessDeniedException("/out/x"))).isEqualTo("/out/x: no permission");
        assertThat(FailureWords.of(new NoSuchFileException("/out/x"))).isEqualTo("/out/x: no such file");
        assertThat(FailureWords.of(new FileAlreadyExistsException("/out/x")))
                .contains("FileAlreadyExistsException", "/out/x");
        assertThat(FailureWords.of(new FileSystemException("/out/x", null, "No space left on device")))
                .isEqualTo("/out/x: No space left on device");
    }

    @Test
    void aFailureWithoutAMessageIsNamedByItsKind() {
        assertThat(FailureWords.of(new IOException("broken"))).isEqualTo("broken");
        assertThat(FailureWords.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}

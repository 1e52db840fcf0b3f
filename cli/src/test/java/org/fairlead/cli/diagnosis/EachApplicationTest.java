// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class EachApplicationTest {
    @Test
    void aSourceThatCannotBeReadIsNamedWithWhatIsWrongInWords() {
        assertThat(EachApplication.said("logs", new AccessDeniedException("logs/one")))
                .isEqualTo("logs/one: no permission");
        assertThat(EachApplication.said("logs", new NoSuchFileException("elsewhere")))
                .isEqualTo("logs: elsewhere: no such file");
        assertThat(EachApplication.said("logs", new IOException("h1 refuses"))).isEqualTo("h1 refuses");
        assertThat(EachApplication.said("logs", new IllegalStateException()))
                .isEqualTo("logs: java.lang.IllegalStateException");
    }
}

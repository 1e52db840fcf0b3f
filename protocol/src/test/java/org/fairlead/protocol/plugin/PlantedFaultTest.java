// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file decides at each decision what goes wrong, so that a fault can come and go while a process runs. */
final class PlantedFaultTest {
    @TempDir
    private Path directory;

    @Test
    void whatAFileSaysHappensFromThenOn() throws Exception {
        Path file = directory.resolve("fault");
        PlantedFault fault = PlantedFault.of("file:" + file);

        assertThatCode(fault::strike).as("no file").doesNotThrowAnyException();
        Files.writeString(file, "throw\n");
        assertThatThrownBy(fault::strike).hasMessageContaining("planted");
        Files.writeString(file, "none\n");
        assertThatCode(fault::strike).doesNotThrowAnyException();
        Files.writeString(file, "what nobody understands");
        assertThatCode(fault::strike).doesNotThrowAnyException();
        Files.writeString(file, "file:" + file);
        assertThatCode(fault::strike).as("itself").doesNotThrowAnyException();
    }

    @Test
    void aHangEndsWithTheFilesWord() throws Exception {
        Path file = Files.writeString(directory.resolve("fault"), "hang");
        Thread decision = new Thread(PlantedFault.of("file:" + file)::strike);
        decision.start();

        decision.join(300);
        assertThat(decision.isAlive()).isTrue();
        decision.interrupt();
        decision.join(300);
        assertThat(decision.isAlive()).as("deaf to interrupts").isTrue();

        Files.writeString(file, "none");
        decision.join(60_000);
        assertThat(decision.isAlive()).isFalse();
    }

    @Test
    void somethingElseIsRefusedWithWhatIsAccepted() {
        assertThatThrownBy(() -> PlantedFault.of("explode")).hasMessageContaining("file:/path");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.shipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file is meant by what a user wrote. */
final class ShippedFilesTest {
    @TempDir
    private Path directory;

    private Path contenders;
    private Path beside;
    private ShippedFiles shipped;

    @BeforeEach
    void twoContendersAreShipped() throws IOException {
        contenders = Files.createDirectories(directory.resolve("installed/contenders"));
        beside = Files.createDirectories(directory.resolve("user"));
        Files.writeString(contenders.resolve("fairlead.yaml"), "name: fairlead\ndescription: ours\n");
        Files.writeString(contenders.resolve("stock.yaml"), "# As it is released (v. 3). More.\nname: stock\n");
        shipped = new ShippedFiles(directory.resolve("installed"));
    }

    private Path find(String text) {
        return shipped.find(ShippedKind.CONTENDER, text, beside);
    }

    private Path own(String name) throws IOException {
        return Files.writeString(beside.resolve(name), "name: x\n");
    }

    @Test
    void aShippedNameWinsOverAFileThatIsCalledJustSo() throws IOException {
        Files.writeString(beside.resolve("fairlead"), "#!/usr/bin/env bash\n");

        assertThat(find("fairlead")).isEqualTo(contenders.resolve("fairlead.yaml"));
        assertThat(find("./fairlead")).isEqualTo(beside.resolve("./fairlead"));
    }

    @Test
    void aFileBesideIsFoundWithAndWithoutItsEndingAndComesFirst() throws IOException {
        Path mine = own("mine.yaml");
        Path stock = own("stock.yaml");
        Path bare = own("bare");
        Files.createDirectory(beside.resolve("deeper"));
        Path deeper = own("deeper/one.yaml");

        assertThat(find("mine")).isEqualTo(mine);
        assertThat(find("mine.yaml")).isEqualTo(mine);
        assertThat(find("stock")).isEqualTo(stock);
        assertThat(find("bare")).isEqualTo(bare);
        assertThat(find("deeper/one")).isEqualTo(deeper);
        assertThat(find(mine.toString())).isEqualTo(mine);
    }

    @Test
    void whatIsNotThereIsSaidWithWhatIs() {
        assertThatThrownBy(() -> find("fairled"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no contender 'fairled'; did you mean 'fairlead'? Shipped contenders: fairlead, stock"
                        + " (fairlead list contenders)");
        assertThatThrownBy(() -> find("far/away.yaml")).hasMessageStartingWith("far/away.yaml: no such file. Shipped");
    }

    @Test
    void eachIsListedWithItsDescriptionOrTheFirstSentenceAtItsHead() {
        assertThat(shipped.entries(ShippedKind.CONTENDER))
                .extracting(ShippedFiles.Entry::name, ShippedFiles.Entry::description)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("fairlead", "ours"),
                        org.assertj.core.groups.Tuple.tuple("stock", "As it is released (v. 3)"));
        assertThat(shipped.names(ShippedKind.CLUSTER)).isEmpty();
    }
}

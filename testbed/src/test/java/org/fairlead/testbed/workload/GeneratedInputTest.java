// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedInputTest {
    @TempDir
    Path directory;

    private GeneratedInput.Prepared prepared(InputStore store) {
        GeneratedInput input = new GeneratedInput(
                "mix",
                List.of(),
                0,
                Map.of("small/1", 4096L, "small/2", 2048L),
                Map.of(),
                new HostChoice.All(),
                0,
                0,
                false,
                store);
        return input.prepare(List.of("h1", "h2"), directory, new Random(1), 1, line -> {});
    }

    private static List<Path> files(GeneratedInput.Prepared prepared, String text) throws IOException {
        Path read = Path.of(URI.create(prepared.localUris().get(text)));
        try (Stream<Path> files = Files.list(read)) {
            return files.toList();
        }
    }

    private static List<Path> sent(GeneratedInput.Prepared prepared, String text) {
        return prepared.parts().stream()
                .filter(part -> part.table().equals(text))
                .map(InputFiles.Part::file)
                .toList();
    }

    @Test
    void localUrisLeadToTheFilesThatWritersSend() throws IOException {
        GeneratedInput.Prepared prepared = prepared(InputStore.HDFS);

        assertThat(prepared.localUris()).containsOnlyKeys("small/1", "small/2");
        for (String text : List.of("small/1", "small/2")) {
            assertThat(files(prepared, text)).hasSize(2).containsExactlyInAnyOrderElementsOf(sent(prepared, text));
        }
    }

    @Test
    void localUrisLeadToTheFilesThatAStoreServes() throws IOException {
        GeneratedInput.Prepared prepared = prepared(InputStore.OBJECTS);

        assertThat(files(prepared, "small/1")).hasSize(1).isEqualTo(sent(prepared, "small/1"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fuzzer looks for at length, looked for at each build: every seed of every target, and seeded random changes of them. */
@Tag("long")
final class SeedsTest {
    private static final int CHANGES = 1000;
    private static final Map<String, Consumer<byte[]>> TARGETS = Map.of(
            "AddressFileTarget", AddressFileTarget::fuzzerTestOneInput,
            "FlowsCsvTarget", FlowsCsvTarget::fuzzerTestOneInput,
            "LinkEventsCsvTarget", LinkEventsCsvTarget::fuzzerTestOneInput,
            "CoflowTraceTarget", CoflowTraceTarget::fuzzerTestOneInput,
            "TopologyFileTarget", TopologyFileTarget::fuzzerTestOneInput,
            "DecisionsTarget", DecisionsTarget::fuzzerTestOneInput,
            "WorkloadTarget", WorkloadTarget::fuzzerTestOneInput);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AddressFileTarget",
                "FlowsCsvTarget",
                "LinkEventsCsvTarget",
                "CoflowTraceTarget",
                "TopologyFileTarget",
                "DecisionsTarget",
                "WorkloadTarget"
            })
    void anyBytesAreAValueOrTheOneClearError(String target) throws IOException, URISyntaxException {
        Consumer<byte[]> tries = TARGETS.get(target);
        List<byte[]> seeds = seeds(target);
        assertThat(seeds).isNotEmpty();

        seeds.forEach(tries);

        Random random = new Random(42);
        for (int i = 0; i < CHANGES; i++) {
            tries.accept(changed(seeds.get(random.nextInt(seeds.size())), random));
        }
    }

    private static List<byte[]> seeds(String target) throws IOException, URISyntaxException {
        Path directory = Path.of(SeedsTest.class.getResource(target).toURI());
        try (Stream<Path> files = Files.list(directory)) {
            List<byte[]> seeds = new java.util.ArrayList<>();
            for (Path file : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
            return seeds;
        }
    }

    /** A few bytes replaced, doubled or cut off. */
    private static byte[] changed(byte[] seed, Random random) {
        byte[] bytes = seed.clone();
        for (int change = random.nextInt(4); change >= 0 && bytes.length > 0; change--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "0123456789,.:-> \n\re".charAt(random.nextInt(19));
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + at);
                    System.arraycopy(bytes, 0, longer, bytes.length, at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }
}

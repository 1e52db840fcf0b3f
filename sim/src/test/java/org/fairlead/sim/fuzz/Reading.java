// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import java.util.Optional;
import java.util.function.Supplier;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;

/** One try of a reader: a value, or the one clear error. */
final class Reading {
    static final String FILE = "input";
    static final Topology TOPOLOGY = topology();

    private static final int LONGEST_MESSAGE = 1000;

    private Reading() {}

    private static Topology topology() {
        Topology.Builder builder = new Topology.Builder("fuzz");
        Topologies.tree(builder, 2, 2, 1e9, 1);
        return builder.build();
    }

    /** @throws AssertionError if an error does not say where it is, or is no line of text */
    static <T> Optional<T> of(Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (InvalidFileException e) {
            String message = e.getMessage();
            check(message.matches("(?s)" + FILE + "(:\\d+)?: .+"), "no file: " + message);
            check(message.length() <= LONGEST_MESSAGE, "too long: " + message.length());
            check(message.chars().noneMatch(c -> c < ' ' || c == 0x7f), "control characters in: " + message);
            return Optional.empty();
        }
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}

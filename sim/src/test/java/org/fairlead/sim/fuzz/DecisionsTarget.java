// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.message.Encoding;

/** A file of decisions: its lines are the same after they have been written and read again. */
public final class DecisionsTarget {
    private DecisionsTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Reading.of(() -> parse(input)).ifPresent(lines -> {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            for (DecisionLine line : lines) {
                written.writeBytes(Encoding.JSON.write(line));
                written.write('\n');
            }
            check(parse(written.toByteArray()).equals(lines), "not the same when read again");
        });
    }

    private static List<DecisionLine> parse(byte[] input) {
        List<DecisionLine> lines = new ArrayList<>();
        try {
            DecisionsReader.read(Reading.FILE, new ByteArrayInputStream(input), lines::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}

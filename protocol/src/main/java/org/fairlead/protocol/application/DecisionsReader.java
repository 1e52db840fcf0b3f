// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.yaml.InvalidFileException;

/** Reads a file of decisions line by line. A last line that was not finished, as after a crash, is left out. */
public final class DecisionsReader {
    /** A stage's name is the longest part of a line. */
    static final int LONGEST_LINE_BYTES = 1 << 20;

    private DecisionsReader() {}

    /**
     * @param each gets every line, in the file's order
     * @throws InvalidFileException with file, line and what is wrong
     */
    public static void read(Path path, Consumer<DecisionLine> each) {
        if (!Files.isRegularFile(path)) {
            throw new InvalidFileException(path.toString(), 0, "", "no such file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            read(path.toString(), in, each);
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": " + e.getMessage(), e);
        }
    }

    /** @param name of the file, for messages */
    public static void read(String name, InputStream in, Consumer<DecisionLine> each) throws IOException {
        BufferedInputStream bytes = new BufferedInputStream(in, 1 << 16);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int number = 1;
        for (int next = bytes.read(); next >= 0; next = bytes.read()) {
            if (next == '\n') {
                take(name, number, line.toByteArray(), each);
                line.reset();
                number++;
            } else {
                if (line.size() == LONGEST_LINE_BYTES) {
                    throw new InvalidFileException(
                            name, number, "", "a line of more than " + LONGEST_LINE_BYTES + " bytes");
                }
                line.write(next);
            }
        }
    }

    private static void take(String name, int number, byte[] line, Consumer<DecisionLine> each) {
        if (line.length == 0) {
            return;
        }
        DecisionLine read;
        try {
            read = Encoding.JSON.read(line, DecisionLine.class);
        } catch (InvalidMessageException e) {
            throw new InvalidFileException(name, number, "", e.getMessage());
        }
        if (read.isEmpty()) {
            throw new InvalidFileException(
                    name,
                    number,
                    "",
                    "application, stage, launch, decline, reads, allowance, prefetch or copies is expected: no line of a file of decisions");
        }
        each.accept(read);
    }
}

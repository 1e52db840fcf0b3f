// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.zones;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.protocol.yaml.InvalidFileException;

/** What {@code hdfs dfsadmin -printTopology} prints: a line {@code Rack: /r1} for each rack, below it a line {@code 10.0.0.1:9866 (w1)} for each DataNode. */
final class PrintedRacks {
    private static final String RACK = "Rack: ";
    private static final long MOST_BYTES = 64 << 20;
    /** Address, port, name, and in newer releases the DataNode's state. */
    private static final Pattern DATANODE = Pattern.compile("\\s+(\\S+):\\d+(?:\\s+\\((\\S+)\\))?(?:\\s+.*)?");

    private PrintedRacks() {}

    /**
     * Patterns of names and addresses with their racks; empty where a file is something else.
     *
     * @throws InvalidFileException if a line is neither a rack nor a DataNode
     */
    static Optional<Map<Pattern, String>> in(Path file) {
        List<String> lines = lines(file);
        if (lines.stream()
                .filter(line -> !line.isBlank())
                .findFirst()
                .filter(line -> line.startsWith(RACK))
                .isEmpty()) {
            return Optional.empty();
        }
        Map<Pattern, String> racks = new LinkedHashMap<>();
        String rack = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher node = DATANODE.matcher(line);
            if (line.startsWith(RACK)) {
                rack = line.substring(RACK.length()).strip();
            } else if (node.matches()) {
                racks.put(Zones.pattern(node.group(1)), rack);
                if (node.group(2) != null) {
                    racks.put(Zones.pattern(node.group(2)), rack);
                }
            } else if (!line.isBlank()) {
                throw new InvalidFileException(
                        file.toString(),
                        i + 1,
                        "",
                        "'Rack: NAME' or a DataNode such as '10.0.0.1:9866 (w1)' is expected");
            }
        }
        return Optional.of(racks);
    }

    /** None of what is no text, or too long: who reads it as something else says so. */
    private static List<String> lines(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES
                    ? Files.readAllLines(file, StandardCharsets.UTF_8)
                    : List.of();
        } catch (MalformedInputException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }
}

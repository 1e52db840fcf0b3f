// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The history as it is written: a line of JSON for each event, times as seconds since the start. Safe for threads. */
final class HistoryWriter implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TIMES = List.of("at", "start", "end");

    private final BufferedWriter out;
    private final long startMillis = System.currentTimeMillis();
    private boolean closed;

    HistoryWriter(Path file) throws IOException {
        out = Files.newBufferedWriter(file);
    }

    double now() {
        return seconds(System.currentTimeMillis());
    }

    double seconds(long epochMillis) {
        return (epochMillis - startMillis) / 1e3;
    }

    /** An event of now. */
    void now(String event, Map<String, ?> fields) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", event);
        line.put("at", now());
        line.putAll(fields);
        write(line);
    }

    /** An event of another process, with times as milliseconds since 1970. */
    void foreign(JsonNode event) {
        ObjectNode line = event.deepCopy();
        for (String time : TIMES) {
            if (line.has(time)) {
                line.put(time, seconds(line.get(time).asLong()));
            }
        }
        write(line);
    }

    synchronized void write(Object line) {
        if (closed) {
            return; // what comes after the end is nobody's any more
        }
        try {
            out.write(JSON.writeValueAsString(line));
            out.newLine();
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the history cannot be written: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        out.close();
    }
}

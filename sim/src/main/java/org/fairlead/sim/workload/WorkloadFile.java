// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.trace.Lines;
import org.fairlead.sim.trace.TraceInput;
import org.fairlead.sim.workload.Workload.StoredFile;

/** A workload as JSON lines: first its name and its stored files, then a line for each job. docs/jobs.md teaches it. */
public final class WorkloadFile {
    /** What {@link #write} writes and {@link #read} accepts. */
    static final int VERSION = 1;

    private static final int LONGEST_LINE = 64 << 20;
    private static final int MOST_FILES = 1_000_000;
    private static final int MOST_WRITERS = 10_000;
    private static final List<String> HEADER = List.of("fairlead-workload", "name", "files");
    private static final List<String> FILE = List.of("name", "bytes", "block_bytes", "replication", "writers");
    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                    .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class)
            .without(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION);

    private WorkloadFile() {}

    /**
     * @param file unpacked if its name ends in {@code .gz}
     * @param watcher is called with how many bytes of the file have been read
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Workload read(Path file, RunObserver watcher) {
        try (TraceInput input = TraceInput.open(file, watcher)) {
            return read(input);
        }
    }

    /**
     * @param unpacking how the file is unpacked, whatever its name
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Workload read(Path file, RunObserver watcher, TraceInput.Unpacking unpacking) {
        try (TraceInput input = TraceInput.open(file, watcher, unpacking)) {
            return read(input);
        }
    }

    static Workload read(TraceInput input) {
        Lines lines = new Lines(input, LONGEST_LINE);
        if (!lines.next()) {
            throw lines.invalid("", "empty; a first line with \"fairlead-workload\" and \"name\" is expected");
        }
        JsonValue header = value(lines);
        header.allow(HEADER);
        int version = header.required("fairlead-workload").integer(1, Integer.MAX_VALUE);
        if (version != VERSION) {
            throw header.required("fairlead-workload")
                    .invalid("version " + version + "; this Fairlead reads " + VERSION);
        }
        String name = header.required("name").text();
        WorkloadRules rules = new WorkloadRules();
        List<StoredFile> files = new ArrayList<>();
        for (JsonValue each :
                header.optional("files").map(list -> list.list(MOST_FILES)).orElse(List.of())) {
            files.add(storedFile(each, rules));
        }
        List<Job> jobs = new ArrayList<>();
        while (lines.next()) {
            if (lines.to() > lines.from()) {
                jobs.add(JobLine.read(value(lines), rules));
            }
        }
        return new Workload(name, files, jobs);
    }

    private static StoredFile storedFile(JsonValue value, WorkloadRules rules) {
        value.allow(FILE);
        StoredFile file = new StoredFile(
                value.required("name").text(),
                value.required("bytes").bytes(),
                value.optional("block_bytes").map(JsonValue::bytes).orElse(0L),
                value.optional("replication").map(each -> each.integer(0, 1000)).orElse(0),
                value.optional("writers").map(list -> list.list(MOST_WRITERS)).orElse(List.of()).stream()
                        .map(JsonValue::text)
                        .toList());
        rules.add(file).ifPresent(problem -> {
            throw value.invalid(problem);
        });
        return file;
    }

    private static JsonValue value(Lines lines) {
        try {
            JsonNode node = READER.readValue(lines.bytes(), lines.from(), lines.to() - lines.from());
            return new JsonValue(lines::invalid, "", node);
        } catch (JsonProcessingException e) {
            throw lines.invalid("", "not valid JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw lines.invalid("", "cannot be read: " + e.getMessage());
        }
    }

    /**
     * The same workload gives the same bytes; they read back as an equal one.
     *
     * @throws IllegalArgumentException if {@link #read} would refuse it, before anything is written
     */
    public static void write(Workload workload, OutputStream to) throws IOException {
        WorkloadRules.check(workload);
        WorkloadText.write(workload, to);
    }
}

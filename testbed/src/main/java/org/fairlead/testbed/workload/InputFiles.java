// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.workload.driver.TpchQueries;

/** Input that is generated once per run, outside the measured time, as local files: one per writer and table. */
final class InputFiles {
    private static final int WORDS = 5_000;
    private static final int WORDS_PER_LINE = 12;

    private InputFiles() {}

    /** A part of a table or of a text. */
    record Part(String table, int writer, Path file) {}

    /** The tables that the queries need, in dbgen's form without the bar at the end of each line. */
    static List<Part> tpch(
            Collection<String> queries, double scale, int writers, Path directory, Consumer<String> progress) {
        Set<String> tables = TpchQueries.tables(queries);
        progress.accept("generating TPC-H tables at scale " + scale + ": " + String.join(", ", tables));
        Path tpch = TpchGenerator.run(scale, writers, tables, directory);
        List<Part> parts = new ArrayList<>();
        for (String table : tables) {
            int count = TpchGenerator.WHOLE.contains(table) ? 1 : writers;
            for (int writer = 0; writer < count; writer++) {
                parts.add(new Part(table, writer, tpch.resolve(table).resolve("part-" + writer)));
            }
        }
        return parts.stream().filter(part -> part.file().toFile().length() > 0).toList();
    }

    /**
     * Lines of words.
     *
     * @param bytesByName of each text, rounded up to whole lines per writer
     */
    static List<Part> texts(Map<String, Long> bytesByName, int writers, Path directory, long seed) {
        return parts(
                bytesByName.keySet(),
                writers,
                directory,
                seed,
                (name, out, random) -> words(out, part(bytesByName.get(name), writers), random));
    }

    /** Skewed rows, each text rounded up to whole rows per writer. */
    static List<Part> rows(Map<String, SkewedRows> rowsByName, int writers, Path directory, long seed) {
        return parts(rowsByName.keySet(), writers, directory, seed, (name, out, random) -> rowsByName
                .get(name)
                .write(out, part(rowsByName.get(name).bytes(), writers), random));
    }

    private static long part(long bytes, int writers) {
        return (bytes + writers - 1) / writers;
    }

    /** What stands in one writer's part of a text. */
    private interface Content {
        void write(String name, Writer out, Random random) throws IOException;
    }

    private static List<Part> parts(Set<String> names, int writers, Path directory, long seed, Content content) {
        List<Part> parts = new ArrayList<>();
        for (String name : names) {
            for (int writer = 0; writer < writers; writer++) {
                parts.add(new Part(name, writer, directory.resolve(name).resolve("part-" + writer)));
            }
        }
        parts.parallelStream().forEach(part -> {
            Random random = new Random((seed * 31 + part.table().hashCode()) * 31 + part.writer());
            try (Writer out = writer(part.file())) {
                content.write(part.table(), out, random);
            } catch (IOException e) {
                throw new ClusterException(part.file() + " cannot be written: " + e.getMessage(), e);
            }
        });
        return List.copyOf(parts);
    }

    private static void words(Writer out, long bytes, Random random) throws IOException {
        for (long left = bytes; left > 0; ) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < WORDS_PER_LINE; i++) {
                line.append(i == 0 ? "" : " ").append(Integer.toString(random.nextInt(WORDS) * 7919, 36));
            }
            line.append('\n');
            out.append(line);
            left -= line.length();
        }
    }

    private static Writer writer(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.newBufferedWriter(file);
    }
}

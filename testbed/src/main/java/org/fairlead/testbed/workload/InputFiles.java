package org.fairlead.testbed.workload;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.fairlead.testbed.cluster.ClusterException;
import org.fairlead.testbed.workload.driver.TpchQueries;

/** Input that is generated once per run, outside the measured time, as local files: one per writer and table. */
final class InputFiles {
    /** So small at any scale that splitting them would make sense to nobody; the generator ignores parts for them. */
    private static final Set<String> WHOLE = Set.of("nation", "region");

    private static final int WORDS = 5_000;
    private static final int WORDS_PER_LINE = 12;

    private InputFiles() {}

    /** A part of a table. */
    record Part(String table, int writer, Path file) {}

    /** The tables that the queries need, in dbgen's form without the bar at the end of each line. */
    static List<Part> tpch(WorkloadStep.Tpch step, int writers, Path directory, Consumer<String> progress) {
        Set<String> tables = new TreeSet<>();
        step.queries()
                .forEach(query -> tables.addAll(TpchQueries.QUERIES.get(query).tables()));
        progress.accept("generating TPC-H tables at scale " + step.scale() + ": " + String.join(", ", tables));
        List<Part> parts = new ArrayList<>();
        for (String table : tables) {
            int count = WHOLE.contains(table) ? 1 : writers;
            for (int writer = 0; writer < count; writer++) {
                parts.add(new Part(
                        table, writer, directory.resolve("tpch").resolve(table).resolve("part-" + writer)));
            }
        }
        parts.parallelStream().forEach(part -> {
            int count = WHOLE.contains(part.table()) ? 1 : writers;
            writeTable(part, step.scale(), count);
        });
        return parts.stream().filter(part -> part.file().toFile().length() > 0).toList();
    }

    private static void writeTable(Part part, double scale, int parts) {
        try (Writer out = writer(part.file())) {
            for (TpchEntity row : TpchTable.getTable(part.table()).createGenerator(scale, part.writer() + 1, parts)) {
                String line = row.toLine();
                out.write(line, 0, line.length() - 1);
                out.write('\n');
            }
        } catch (IOException e) {
            throw new ClusterException(part.file() + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Lines of words, as many bytes in all as asked for, rounded up to whole lines per writer. */
    static List<Part> text(String kind, long bytes, int writers, Path directory, long seed) {
        Map<Integer, Part> parts = new LinkedHashMap<>();
        IntStream.range(0, writers)
                .forEach(writer -> parts.put(
                        writer, new Part("text", writer, directory.resolve(kind).resolve("part-" + writer))));
        parts.values().parallelStream().forEach(part -> {
            Random random = new Random(seed * 31 + part.writer());
            try (Writer out = writer(part.file())) {
                for (long left = (bytes + writers - 1) / writers; left > 0; ) {
                    StringBuilder line = new StringBuilder();
                    for (int i = 0; i < WORDS_PER_LINE; i++) {
                        line.append(i == 0 ? "" : " ").append(Integer.toString(random.nextInt(WORDS) * 7919, 36));
                    }
                    line.append('\n');
                    out.append(line);
                    left -= line.length();
                }
            } catch (IOException e) {
                throw new ClusterException(part.file() + " cannot be written: " + e.getMessage(), e);
            }
        });
        return List.copyOf(parts.values());
    }

    private static Writer writer(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.newBufferedWriter(file);
    }
}

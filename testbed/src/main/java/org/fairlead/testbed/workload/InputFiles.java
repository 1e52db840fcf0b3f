package org.fairlead.testbed.workload;

import com.google.common.collect.ImmutableList;
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
import org.fairlead.testbed.cluster.OwnProcess;
import org.fairlead.testbed.cluster.TestbedClasses;
import org.fairlead.testbed.workload.driver.TpchQueries;

/** Input that is generated once per run, outside the measured time, as local files: one per writer and table. */
final class InputFiles {
    private static final int GENERATOR_HEAP_MEBIBYTES = 900;
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
        Path tpch = directory.resolve("tpch");
        List<String> arguments = new ArrayList<>(List.of("" + step.scale(), "" + writers, tpch.toString()));
        arguments.addAll(tables);
        OwnProcess.run(
                "TPC-H generator",
                GENERATOR_HEAP_MEBIBYTES,
                List.of(
                        TestbedClasses.location(),
                        TestbedClasses.of(TpchTable.class),
                        TestbedClasses.of(ImmutableList.class)),
                TpchGenerator.class.getName(),
                arguments,
                directory.resolve("tpch-generator.log"));
        List<Part> parts = new ArrayList<>();
        for (String table : tables) {
            int count = TpchGenerator.WHOLE.contains(table) ? 1 : writers;
            for (int writer = 0; writer < count; writer++) {
                parts.add(new Part(table, writer, tpch.resolve(table).resolve("part-" + writer)));
            }
        }
        return parts.stream().filter(part -> part.file().toFile().length() > 0).toList();
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

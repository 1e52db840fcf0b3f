// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import com.google.common.collect.ImmutableList;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.fairlead.testbed.cluster.TestbedClasses;
import org.fairlead.testbed.cluster.process.OwnProcess;

/**
 * Writes TPC-H tables as text. A main class of its own, since the generator holds a text of 300 MiB for as long as its
 * process lives.
 */
public final class TpchGenerator {
    /** So small at any scale that splitting them would make sense to nobody; the generator ignores parts for them. */
    static final Set<String> WHOLE = Set.of("nation", "region");

    private static final int HEAP_MEBIBYTES = 900;

    private TpchGenerator() {}

    /**
     * Generates tables in a process that ends when they are written.
     *
     * @param parts into how many files a table is split
     * @param directory gets {@code tpch} with a directory for each table, and the log
     * @return the first of these
     */
    public static Path run(double scale, int parts, Collection<String> tables, Path directory) {
        Path tpch = directory.resolve("tpch");
        List<String> arguments = new ArrayList<>(List.of("" + scale, "" + parts, tpch.toString()));
        arguments.addAll(tables);
        OwnProcess.run(
                "TPC-H generator",
                HEAP_MEBIBYTES,
                List.of(
                        TestbedClasses.location(),
                        TestbedClasses.of(TpchTable.class),
                        TestbedClasses.of(ImmutableList.class)),
                TpchGenerator.class.getName(),
                arguments,
                directory.resolve("tpch-generator.log"));
        return tpch;
    }

    /** @param args scale factor, number of parts, directory, then names of tables */
    public static void main(String[] args) throws IOException {
        double scale = Double.parseDouble(args[0]);
        int parts = Integer.parseInt(args[1]);
        for (int i = 3; i < args.length; i++) {
            int count = WHOLE.contains(args[i]) ? 1 : parts;
            for (int part = 0; part < count; part++) {
                write(args[i], scale, part, count, Path.of(args[2], args[i], "part-" + part));
            }
        }
    }

    private static void write(String table, double scale, int part, int parts, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (Writer out = Files.newBufferedWriter(file)) {
            for (TpchEntity row : TpchTable.getTable(table).createGenerator(scale, part + 1, parts)) {
                // Without dbgen's bar at the end of the line, which Spark would take for one more column.
                String line = row.toLine();
                out.write(line, 0, line.length() - 1);
                out.write('\n');
            }
        }
    }
}

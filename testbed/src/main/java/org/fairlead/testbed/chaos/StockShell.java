// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.HdfsProcess;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.workload.TpchGenerator;
import org.fairlead.testbed.workload.driver.TpchQueries;

/** Hadoop's own shell, with nothing of ours on its class path: it brings the tables, and reads everything back in the end. */
final class StockShell {
    private static final String MAIN = "org.apache.hadoop.fs.FsShell";
    private static final int HEAP_MEBIBYTES = 256;
    private static final double SCALE = 0.02;
    private static final int PARTS = 4;
    private static final String TABLES = "/tables";
    private static final int DIGEST_LENGTH = 64;

    private final ChaosStand stand;

    StockShell(ChaosStand stand) {
        this.stand = stand;
    }

    /** Generates the tables that the queries need and puts them into HDFS; gives their URIs by name. */
    Map<String, String> loadTables() throws IOException, InterruptedException {
        TreeSet<String> names = new TreeSet<>(TpchQueries.tables(SteadyQueries.NAMES));
        Path directory = TpchGenerator.run(SCALE, PARTS, names, stand.site().directory());
        run("put", true, List.of("-put", directory.toString(), TABLES));
        Map<String, String> tables = new TreeMap<>();
        names.forEach(name -> tables.put(name, stand.hdfs().uri() + TABLES + "/" + name));
        return tables;
    }

    /** Reads every file of a directory in HDFS and writes into the history what it holds, as {@code sha256sum} says. */
    void readBack(String hdfsDirectory, HistoryWriter journal) throws IOException, InterruptedException {
        Path copies = stand.site().directory().resolve("read-back");
        // A file that cannot be read is missing below, and judged there.
        run("get", false, List.of("-get", hdfsDirectory, copies.toString()));
        if (!Files.isDirectory(copies)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(copies)) {
            files = all.filter(file -> !file.toString().endsWith("._COPYING_"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("path", hdfsDirectory + "/" + file.getFileName());
            line.put(
                    "digest", Command.run(List.of("sha256sum", file.toString())).substring(0, DIGEST_LENGTH));
            line.put("bytes", Files.size(file));
            journal.now("stored", line);
            Files.delete(file);
        }
    }

    private void run(String name, boolean mustSucceed, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = HdfsProcess.command(
                stand.site(), HEAP_MEBIBYTES, List.of(stand.hdfs().configurationDirectory()), MAIN, arguments);
        Path log = stand.site().directory().resolve("clients/shell-" + name + ".log");
        Process process = new ProcessBuilder(
                        stand.fabric().commandOn(stand.site().layout().driver(), command))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int status = process.waitFor();
        if (status != 0 && mustSucceed) {
            throw new IOException("hdfs dfs " + String.join(" ", arguments) + " ended with " + status + ":\n"
                    + Files.readString(log));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.fairlead.testbed.workload.driver.TpchQueries;

/**
 * What is generated once a run for a step, and written to HDFS from several hosts at once, or served by an object store.
 *
 * @param name under which a later step finds the files, if it may
 * @param queries whose TPC-H tables are among it
 * @param scale TPC-H's scale factor: 1 is about 1 GB; 0 when there is no query
 * @param texts bytes of each text of words by its name, in order
 * @param rows each text of skewed rows by its name, in order
 * @param writers the hosts that write, each its part of each table and text
 * @param blockBytes 0 for the cluster's
 * @param replication 0 for the cluster's
 * @param keep whether it is written once a repetition, before its traffic, for all contenders on the same HDFS, instead of in each round
 * @param store where it lies; in an object store each table or text is one object, and nobody writes it
 */
public record GeneratedInput(
        String name,
        List<String> queries,
        double scale,
        Map<String, Long> texts,
        Map<String, SkewedRows> rows,
        HostChoice writers,
        long blockBytes,
        int replication,
        boolean keep,
        InputStore store) {
    private static final double TPCH_BYTES_PER_SCALE = 1.1e9;

    public GeneratedInput {
        queries = List.copyOf(queries);
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    }

    /** The same with the tables that other queries need. */
    public GeneratedInput withQueries(List<String> others) {
        return new GeneratedInput(name, others, scale, texts, rows, writers, blockBytes, replication, keep, store);
    }

    /** Names of the tables. */
    public SortedSet<String> tables() {
        return TpchQueries.tables(queries);
    }

    /** Of all texts. */
    public long textBytes() {
        return texts.values().stream().mapToLong(Long::longValue).sum()
                + rows.values().stream().mapToLong(SkewedRows::bytes).sum();
    }

    /** Of all tables, about, and texts. */
    public long bytes() {
        return (queries.isEmpty() ? 0 : Math.round(scale * TPCH_BYTES_PER_SCALE)) + textBytes();
    }

    /** Generated, with the writers that were drawn. */
    record Prepared(GeneratedInput input, List<String> hosts, List<InputFiles.Part> parts) {
        /** URI of the directory of this machine with each table's and text's files, by its name. */
        Map<String, String> localUris() {
            Map<String, String> uris = new LinkedHashMap<>();
            parts.forEach(part -> uris.put(part.table(), "file://" + part.file().getParent()));
            return uris;
        }
    }

    /**
     * Generates it.
     *
     * @param random draws the writers
     * @param seed of the texts
     */
    Prepared prepare(List<String> dataNodes, Path directory, Random random, long seed, Consumer<String> progress) {
        List<String> hosts = writers.choose(dataNodes, random);
        int each = store == InputStore.OBJECTS ? 1 : hosts.size();
        List<InputFiles.Part> parts = new ArrayList<>();
        if (!queries.isEmpty()) {
            parts.addAll(InputFiles.tpch(queries, scale, each, directory, progress));
        }
        parts.addAll(InputFiles.texts(texts, each, directory, seed));
        parts.addAll(InputFiles.rows(rows, each, directory, seed));
        return new Prepared(this, hosts, List.copyOf(parts));
    }
}

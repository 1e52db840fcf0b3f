// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Where the columns of some rows of a file are, in as little memory as may be: a footer can have 100,000 of them. */
final class ColumnChunks {
    private final List<String> columns;
    private final long[] starts;
    private final long[] lengths;

    private ColumnChunks(Builder builder) {
        columns = builder.columns;
        starts = Arrays.copyOf(builder.starts, columns.size());
        lengths = Arrays.copyOf(builder.lengths, columns.size());
    }

    /** Of one file: rows with the same columns in the same order share their names. */
    static final class Builder {
        private List<String> before = List.of();
        private List<String> columns = new ArrayList<>();
        private long[] starts = new long[16];
        private long[] lengths = new long[16];

        /** @param column at the top, in which it is; empty: read in any case */
        void add(String column, long start, long length) {
            int at = columns.size();
            if (at == starts.length) {
                starts = Arrays.copyOf(starts, 2 * at);
                lengths = Arrays.copyOf(lengths, 2 * at);
            }
            String name = column.toLowerCase(Locale.ROOT);
            columns.add(at < before.size() && before.get(at).equals(name) ? before.get(at) : name);
            starts[at] = start;
            lengths[at] = length;
        }

        /** What was added since it was last asked. */
        ColumnChunks chunks() {
            columns = columns.equals(before) ? before : List.copyOf(columns);
            ColumnChunks chunks = new ColumnChunks(this);
            before = columns;
            columns = new ArrayList<>();
            return chunks;
        }
    }

    /** @param read columns, in lower case */
    void addTo(FileRanges ranges, Set<String> read) {
        for (int i = 0; i < starts.length; i++) {
            if (columns.get(i).isEmpty() || read.contains(columns.get(i))) {
                ranges.add(starts[i], lengths[i]);
            }
        }
    }

    int count() {
        return starts.length;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Ranges of a file that a reader of columns reads. */
final class FileRanges {
    /** Where footers end: a reader looks at the last bytes, then at the footer before them. */
    private static final long END_BYTES = 64 << 10;
    /** Ranges that are as near are read as one. */
    private static final long NEAR_BYTES = 64 << 10;

    private final Path file;
    private final List<Range> ranges = new ArrayList<>();

    private record Range(long start, long end) {}

    /** With the file's end. */
    FileRanges(FileStatus file) {
        this.file = file.getPath();
        ranges.add(new Range(Math.max(0, file.getLen() - END_BYTES), file.getLen()));
    }

    void add(long start, long length) {
        ranges.add(new Range(start, start + length));
    }

    /** All of them, in order; those that are near are one. */
    List<FilePart> parts() {
        List<Range> joined = new ArrayList<>();
        ranges.sort(Comparator.comparingLong(Range::start));
        for (Range next : ranges) {
            Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
            if (last != null && next.start() <= last.end() + NEAR_BYTES) {
                joined.set(joined.size() - 1, new Range(last.start(), Math.max(last.end(), next.end())));
            } else {
                joined.add(next);
            }
        }
        return joined.stream()
                .map(range -> new FilePart(file, range.start(), range.end() - range.start()))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * A part of a file that a task reads.
 *
 * @param start of its first byte
 * @param length bytes
 * @param columns that are read of it, by their names at the top; empty where it is not known, or there are none
 */
public record FilePart(Path file, long start, long length, Optional<Set<String>> columns) {
    public FilePart {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException(
                    file + ": a part of at least 0 bytes from 0 on is expected, not " + length + " from " + start);
        }
        columns = columns.map(Set::copyOf);
    }

    /** All of its bytes. */
    public FilePart(Path file, long start, long length) {
        this(file, start, length, Optional.empty());
    }

    /** Whether it is a table stored by columns as Parquet, by the file's name. */
    public boolean isParquet() {
        return hasEnding(".parquet");
    }

    /** The same as ORC. */
    public boolean isOrc() {
        return hasEnding(".orc");
    }

    /** Whether it is known which bytes of it a task reads; by the file's name. */
    public boolean isKnown() {
        return columns.isPresent() || !(isParquet() || isOrc());
    }

    private boolean hasEnding(String ending) {
        return file.getName().toLowerCase(Locale.ROOT).endsWith(ending);
    }
}

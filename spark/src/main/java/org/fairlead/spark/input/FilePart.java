// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * A part of a file that a task reads.
 *
 * @param start of its first byte
 * @param length bytes
 */
public record FilePart(Path file, long start, long length) {
    public FilePart {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException(
                    file + ": a part of at least 0 bytes from 0 on is expected, not " + length + " from " + start);
        }
    }

    /** Whether tasks read but some columns of it, from its footer on, by the file's name. */
    public boolean isColumnar() {
        String name = file.getName().toLowerCase(Locale.ROOT);
        return name.endsWith(".parquet") || name.endsWith(".orc");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * What was read of the footers of the newest files, in at most some ten megabytes. Not safe for threads.
 *
 * @param <P> a part of a file that is read as a whole
 */
final class Footers<P> {
    private static final int MOST_FILES = 256;
    /** Of 16 bytes each; 256 files of 20 columns and 100 row groups have half a million. */
    private static final long MOST_CHUNKS = 1_000_000;

    private final ToIntFunction<P> chunks;
    private final Map<Version, List<P>> files = new LinkedHashMap<>(16, 0.75f, true);
    private long kept;

    /** A file as it was. */
    private record Version(Path file, long bytes, long modifiedMillis) {
        private Version(FileStatus status) {
            this(status.getPath(), status.getLen(), status.getModificationTime());
        }
    }

    /** @param chunks how many a part has */
    Footers(ToIntFunction<P> chunks) {
        this.chunks = chunks;
    }

    Optional<List<P>> of(FileStatus file) {
        return Optional.ofNullable(files.get(new Version(file)));
    }

    /** The newest file is kept in any case. */
    void keep(FileStatus file, List<P> parts) {
        kept += count(parts) - count(files.getOrDefault(new Version(file), List.of()));
        files.put(new Version(file), parts);
        Iterator<List<P>> oldest = files.values().iterator();
        while (files.size() > MOST_FILES || (kept > MOST_CHUNKS && files.size() > 1)) {
            kept -= count(oldest.next());
            oldest.remove();
        }
    }

    private long count(List<P> parts) {
        return parts.stream().mapToLong(chunks::applyAsInt).sum();
    }

    /** In their files. */
    long chunks() {
        return kept;
    }
}

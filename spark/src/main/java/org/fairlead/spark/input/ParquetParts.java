// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/**
 * The bytes that a task reads of its part of a Parquet file: the file's end, where its footer is, and the read columns' chunks of the row groups whose middle lies in the part, as Parquet's own reader has it. Which row groups it leaves out
 * by their statistics is not known. Reads footers, and keeps the newest; not safe for threads.
 */
public final class ParquetParts {
    /** A reader looks at the last eight bytes, then at the footer before them. */
    private static final long END_BYTES = 64 << 10;
    /** Chunks that are as near are read as one. */
    private static final long NEAR_BYTES = 64 << 10;

    private static final int MOST_FOOTERS = 256;

    private final Configuration conf;
    private final Map<Version, List<BlockMetaData>> footers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, List<BlockMetaData>> eldest) {
            return size() > MOST_FOOTERS;
        }
    };

    /** A file as it was. */
    private record Version(Path file, long bytes, long modifiedMillis) {}

    private record Range(long start, long end) {}

    /** @param conf of Hadoop */
    public ParquetParts(Configuration conf) {
        this.conf = conf;
    }

    /**
     * Where in the file its bytes are.
     *
     * @param part whose columns are known
     * @throws IOException if the file is not there any more, may not be read, or is no Parquet
     */
    public List<FilePart> of(FilePart part) throws IOException {
        FileSystem files = part.file().getFileSystem(conf);
        FileStatus status = files.getFileStatus(part.file());
        List<Range> ranges = new ArrayList<>();
        ranges.add(new Range(Math.max(0, status.getLen() - END_BYTES), status.getLen()));
        Set<String> columns = part.columns().orElseThrow().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        for (BlockMetaData rows : rowGroups(status)) {
            long middle = rows.getStartingPos() + rows.getCompressedSize() / 2;
            if (middle >= part.start() && middle < part.start() + part.length()) {
                addChunks(rows, columns, ranges);
            }
        }
        return joined(ranges).stream()
                .map(range -> new FilePart(part.file(), range.start(), range.end() - range.start()))
                .toList();
    }

    private static void addChunks(BlockMetaData rows, Set<String> columns, List<Range> ranges) {
        for (ColumnChunkMetaData chunk : rows.getColumns()) {
            String top = chunk.getPath().toArray()[0].toLowerCase(Locale.ROOT);
            if (columns.contains(top)) {
                ranges.add(new Range(chunk.getStartingPos(), chunk.getStartingPos() + chunk.getTotalSize()));
            }
        }
    }

    private List<BlockMetaData> rowGroups(FileStatus status) throws IOException {
        Version version = new Version(status.getPath(), status.getLen(), status.getModificationTime());
        List<BlockMetaData> known = footers.get(version);
        if (known == null) {
            try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromStatus(status, conf))) {
                known = List.copyOf(reader.getFooter().getBlocks());
            } catch (RuntimeException e) {
                throw new IOException(status.getPath() + " has no footer of Parquet: " + e.getMessage(), e);
            }
            footers.put(version, known);
        }
        return known;
    }

    private static List<Range> joined(List<Range> ranges) {
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
        return joined;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/**
 * The bytes that a task reads of its part of a Parquet file: the file's end, where its footer is, and the read columns' chunks of the row groups whose middle lies in the part, as Parquet's own reader has it. Which row groups it leaves out
 * by their statistics is not known. Reads footers, and keeps the newest; not safe for threads.
 */
public final class ParquetParts {
    private final Configuration conf;
    private final Footers<RowGroup> footers = new Footers<>(group -> group.chunks.count());

    private record RowGroup(long middle, ColumnChunks chunks) {}

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
        FileRanges ranges = new FileRanges(status);
        Set<String> columns = part.columns().orElseThrow().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        for (RowGroup rows : rowGroups(status)) {
            if (rows.middle >= part.start() && rows.middle < part.start() + part.length()) {
                rows.chunks.addTo(ranges, columns);
            }
        }
        return ranges.parts();
    }

    private List<RowGroup> rowGroups(FileStatus status) throws IOException {
        Optional<List<RowGroup>> known = footers.of(status);
        if (known.isPresent()) {
            return known.get();
        }
        List<RowGroup> groups = new ArrayList<>();
        ColumnChunks.Builder chunks = new ColumnChunks.Builder();
        try (ParquetFileReader reader = ParquetFileReader.open(HadoopInputFile.fromStatus(status, conf))) {
            for (BlockMetaData rows : reader.getFooter().getBlocks()) {
                for (ColumnChunkMetaData chunk : rows.getColumns()) {
                    chunks.add(chunk.getPath().toArray()[0], chunk.getStartingPos(), chunk.getTotalSize());
                }
                groups.add(new RowGroup(rows.getStartingPos() + rows.getCompressedSize() / 2, chunks.chunks()));
            }
        } catch (RuntimeException e) {
            throw new IOException(status.getPath() + " has no footer of Parquet: " + e.getMessage(), e);
        }
        footers.keep(status, groups);
        return groups;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private final Map<FileRanges.Version, List<BlockMetaData>> footers = FileRanges.footers();

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
        for (BlockMetaData rows : rowGroups(status)) {
            long middle = rows.getStartingPos() + rows.getCompressedSize() / 2;
            if (middle >= part.start() && middle < part.start() + part.length()) {
                addChunks(rows, columns, ranges);
            }
        }
        return ranges.parts();
    }

    private static void addChunks(BlockMetaData rows, Set<String> columns, FileRanges ranges) {
        for (ColumnChunkMetaData chunk : rows.getColumns()) {
            String top = chunk.getPath().toArray()[0].toLowerCase(Locale.ROOT);
            if (columns.contains(top)) {
                ranges.add(chunk.getStartingPos(), chunk.getTotalSize());
            }
        }
    }

    private List<BlockMetaData> rowGroups(FileStatus status) throws IOException {
        FileRanges.Version version = FileRanges.Version.of(status);
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
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.input.OrcParts;
import org.fairlead.spark.input.ParquetParts;
import org.fairlead.spark.prefetch.BlockKey;
import org.fairlead.spark.prefetch.Extent;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.ObjectPlace;
import org.fairlead.spark.prefetch.object.ObjectStreams;

/** Finds the parts of blocks that a task reads, as the driver's user. It asks NameNodes and object stores, which may take a while. */
final class ExtentLocator {
    private final Configuration conf;
    private final ParquetParts parquet;
    private final OrcParts orc;
    private final ObjectStatuses objects;
    private long ids;

    /** @param conf of Hadoop, the driver's */
    ExtentLocator(Configuration conf, TimeSource time) {
        this.conf = conf;
        objects = new ObjectStatuses(time);
        parquet = new ParquetParts(conf);
        orc = new OrcParts(conf);
    }

    /**
     * From where to where input goes.
     *
     * @param hostOf index of a host by its name or address; −1 of those that are not known
     * @param source the host to fetch from; where it has no replica, another one does
     * @param host the executor's
     */
    record Way(ToIntFunction<String> hostOf, int source, int host) {
        /** Its name counts before its address, which hosts behind one may share. */
        private boolean isAt(DatanodeInfo datanode, int index) {
            int named = hostOf.applyAsInt(datanode.getHostName());
            return (named >= 0 ? named : hostOf.applyAsInt(datanode.getIpAddr())) == index;
        }
    }

    /**
     * What of a task's input is there, and what is to be fetched.
     *
     * @param requests for what lies on other hosts
     * @param hereBytes that lie on the executor's host
     * @param allBytes that the task reads, those that cannot be fetched among them
     */
    record Located(List<ExtentRequest> requests, long hereBytes, long allBytes) {}

    /**
     * Blocks that are striped, corrupt, still written or without a replica are left to their readers; so are other file systems than HDFS, but for objects that S3A opens by our streams: of those nothing lies on any host.
     *
     * @param leftMillis until the task is expected to read
     * @throws IOException if a file is not there any more, or may not be read
     */
    Located locate(List<FilePart> parts, Way way, long leftMillis) throws IOException {
        List<ExtentRequest> requests = new ArrayList<>();
        long here = 0;
        long all = 0;
        for (FilePart part : parts) {
            FileSystem files = part.file().getFileSystem(conf);
            Optional<FileStatus> object = ObjectStreams.isServed(conf, files.getUri())
                    ? Optional.of(objects.of(part.file(), files::getFileStatus))
                    : Optional.empty();
            for (FilePart read : read(part)) {
                all += read.length();
                if (read.length() > 0 && files instanceof DistributedFileSystem hdfs) {
                    here += locate(hdfs, read, way, leftMillis, requests);
                }
                object.flatMap(status -> object(files, status, read, leftMillis))
                        .ifPresent(requests::add);
            }
        }
        return new Located(List.copyOf(requests), here, all);
    }

    /** Whether parts of a file may be fetched, by its file system alone: nobody is asked. */
    boolean isServed(Path file) {
        URI uri = file.toUri().getScheme() == null ? FileSystem.getDefaultUri(conf) : file.toUri();
        return HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme()) || ObjectStreams.isServed(conf, uri);
    }

    private List<FilePart> read(FilePart part) throws IOException {
        if (part.isParquet()) {
            return parquet.of(part);
        }
        return part.isOrc() ? orc.of(part) : List.of(part);
    }

    /** @return bytes that lie on the executor's host */
    private long locate(
            DistributedFileSystem hdfs, FilePart part, Way way, long leftMillis, List<ExtentRequest> requests)
            throws IOException {
        String path = Path.getPathWithoutSchemeAndAuthority(hdfs.makeQualified(part.file()))
                .toString();
        LocatedBlocks located = hdfs.getClient().getLocatedBlocks(path, part.start(), part.length());
        if (located == null) {
            return 0;
        }
        long here = 0;
        long end = Math.min(part.start() + part.length(), located.getFileLength());
        for (LocatedBlock block : located.getLocatedBlocks()) {
            long from = Math.max(part.start(), block.getStartOffset());
            long to = Math.min(end, block.getStartOffset() + block.getBlockSize());
            if (from >= to || !isFetchable(located, block)) {
                continue;
            }
            Optional<DatanodeInfo> source = source(block, way);
            if (source.isEmpty()) {
                here += to - from;
            } else {
                requests.add(new ExtentRequest(
                        ids++,
                        hdfs.getUri().toString(),
                        path,
                        block.getStartOffset(),
                        block.getBlockSize(),
                        new Extent(key(block), from - block.getStartOffset(), to - from),
                        source.get().getXferAddr(),
                        leftMillis,
                        0));
            }
        }
        return here;
    }

    /** Empty where the store gives no etag, by which what was replaced is known. */
    private Optional<ExtentRequest> object(FileSystem files, FileStatus status, FilePart part, long leftMillis) {
        long end = Math.min(part.start() + part.length(), status.getLen());
        if (part.start() >= end || !(status instanceof EtagSource tagged) || tagged.getEtag() == null) {
            return Optional.empty();
        }
        String path = Path.getPathWithoutSchemeAndAuthority(files.makeQualified(part.file()))
                .toString();
        BlockKey version = ObjectPlace.of(files.getUri(), path).version(tagged.getEtag(), status.getLen());
        return Optional.of(new ExtentRequest(
                ids++,
                files.getUri().toString(),
                path,
                0,
                status.getLen(),
                new Extent(version, part.start(), end - part.start()),
                "",
                leftMillis,
                0));
    }

    private static boolean isFetchable(LocatedBlocks located, LocatedBlock block) {
        LocatedBlock last = located.getLastLocatedBlock();
        boolean isWritten = located.isUnderConstruction()
                && (last == null
                        || last.getBlock().getBlockId() == block.getBlock().getBlockId());
        return !block.isStriped() && !block.isCorrupt() && !isWritten && block.getLocations().length > 0;
    }

    /** The DataNode to read from; empty where the executor's own host has a replica. */
    private static Optional<DatanodeInfo> source(LocatedBlock block, Way way) {
        List<DatanodeInfo> datanodes = List.of(block.getLocations());
        if (datanodes.stream().anyMatch(each -> way.isAt(each, way.host()))) {
            return Optional.empty();
        }
        return datanodes.stream()
                .filter(each -> way.isAt(each, way.source()))
                .findFirst()
                .or(() -> datanodes.stream().findFirst());
    }

    private static BlockKey key(LocatedBlock block) {
        return new BlockKey(
                block.getBlock().getBlockPoolId(),
                block.getBlock().getBlockId(),
                block.getBlock().getGenerationStamp());
    }
}

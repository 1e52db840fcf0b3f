// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Moves single files, with a checksum of what went through. */
final class Transfers {
    private static final int BUFFER_BYTES = 64 << 10;

    /** Random bytes made once: making them anew would cost the processors that the cluster needs. */
    private static final byte[] NOISE = noise();

    private final FileSystem files;

    Transfers(FileSystem files) {
        this.files = files;
    }

    private static byte[] noise() {
        byte[] bytes = new byte[4 << 20];
        new Random(20260101).nextBytes(bytes);
        return bytes;
    }

    ClientReply.Done write(ClientRequest.Transfer transfer) throws IOException {
        Path path = new Path(transfer.path());
        long blockBytes = transfer.blockBytes() > 0 ? transfer.blockBytes() : files.getDefaultBlockSize(path);
        short replication =
                transfer.replication() > 0 ? (short) transfer.replication() : files.getDefaultReplication(path);
        CRC32C crc = new CRC32C();
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        long bytes;
        try (FSDataOutputStream out = files.create(path, false, BUFFER_BYTES, replication, blockBytes)) {
            bytes = transfer.source().isEmpty()
                    ? writeNoise(out, crc, transfer)
                    : writeFile(out, crc, java.nio.file.Path.of(transfer.source()));
        }
        return done(startMillis, start, bytes, hex((int) crc.getValue()), List.of());
    }

    private static long writeNoise(FSDataOutputStream out, CRC32C crc, ClientRequest.Transfer transfer)
            throws IOException {
        int offset = (int) Math.floorMod(transfer.seed(), (long) NOISE.length - BUFFER_BYTES);
        long left = transfer.bytes();
        while (left > 0) {
            int length = (int) Math.min(left, BUFFER_BYTES);
            out.write(NOISE, offset, length);
            crc.update(NOISE, offset, length);
            left -= length;
            // A step that is no divisor of the buffer's length, so that files do not repeat themselves soon.
            offset = (offset + BUFFER_BYTES + 4099) % (NOISE.length - BUFFER_BYTES);
        }
        return transfer.bytes();
    }

    private static long writeFile(FSDataOutputStream out, CRC32C crc, java.nio.file.Path source) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        try (InputStream in = Files.newInputStream(source)) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                out.write(buffer, 0, length);
                crc.update(buffer, 0, length);
                bytes += length;
            }
        }
        return bytes;
    }

    ClientReply.Done read(ClientRequest.Transfer transfer) throws IOException {
        Path path = new Path(transfer.path());
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        List<Double> blockSeconds = new ArrayList<>();
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        FileStatus status = files.getFileStatus(path);
        try (FSDataInputStream in = files.open(path)) {
            for (long position = 0; position < status.getLen(); ) {
                long blockStart = System.nanoTime();
                long end = Math.min(status.getLen(), position + status.getBlockSize());
                while (position < end) {
                    int length = in.read(buffer, 0, (int) Math.min(buffer.length, end - position));
                    if (length < 0) {
                        throw new EOFException(path + " ends at " + position + " of " + status.getLen() + " bytes");
                    }
                    crc.update(buffer, 0, length);
                    position += length;
                }
                blockSeconds.add((System.nanoTime() - blockStart) / 1e9);
            }
        }
        return done(startMillis, start, status.getLen(), hex((int) crc.getValue()), blockSeconds);
    }

    /** The checksum that DataNodes compute from what they store. */
    ClientReply.Done checksum(ClientRequest.Transfer transfer) throws IOException {
        Path path = new Path(transfer.path());
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        FileChecksum checksum = files.getFileChecksum(path);
        if (!checksum.getAlgorithmName().contains("COMPOSITE")) {
            throw new IOException("the checksum of " + path + " is a " + checksum.getAlgorithmName()
                    + "; COMPOSITE_CRC was asked for");
        }
        int value = ByteBuffer.wrap(checksum.getBytes()).getInt();
        return done(startMillis, start, files.getFileStatus(path).getLen(), hex(value), List.of());
    }

    ClientReply.Done delete(ClientRequest.Transfer transfer) throws IOException {
        long startMillis = System.currentTimeMillis();
        long start = System.nanoTime();
        files.delete(new Path(transfer.path()), true);
        return done(startMillis, start, 0, "", List.of());
    }

    private static ClientReply.Done done(
            long startMillis, long start, long bytes, String crc, List<Double> blockSeconds) {
        return new ClientReply.Done("", startMillis, (System.nanoTime() - start) / 1e9, bytes, crc, blockSeconds);
    }

    private static String hex(int crc) {
        return HexFormat.of().toHexDigits(crc);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Lengths of a map task's output by partition, exactly, in few bytes: seven bits of a length in each byte, compressed. */
public final class PackedLengths {
    /** Partitions at most. */
    static final int MOST_PARTITIONS = 1 << 20;

    private static final int MOST_PACKED_BYTES = 1 << 20;
    /** Of a block: sums over all tasks and partitions stay numbers. */
    private static final long MOST_LENGTH = 1L << 40;

    private PackedLengths() {}

    /** Empty where there are too many, or they take more than a mebibyte. */
    static Optional<byte[]> pack(long[] lengths) throws IOException {
        if (lengths.length > MOST_PARTITIONS) {
            return Optional.empty();
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed))) {
            out.writeInt(lengths.length);
            for (long length : lengths) {
                long left = length;
                while (left >= 0x80) {
                    out.writeByte((int) (left & 0x7F) | 0x80);
                    left >>>= 7;
                }
                out.writeByte((int) left);
            }
        }
        return packed.size() > MOST_PACKED_BYTES ? Optional.empty() : Optional.of(packed.toByteArray());
    }

    /** @throws IOException if they are none, more than {@value #MOST_PARTITIONS}, or one is longer than a tebibyte */
    public static long[] unpack(byte[] packed) throws IOException {
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(packed)))) {
            int count = in.readInt();
            if (count < 0 || count > MOST_PARTITIONS) {
                throw new IOException(count + " partitions, of at most " + MOST_PARTITIONS);
            }
            long[] lengths = new long[count];
            for (int i = 0; i < count; i++) {
                lengths[i] = length(in);
            }
            return lengths;
        }
    }

    private static long length(DataInputStream in) throws IOException {
        long length = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = in.readUnsignedByte();
            length |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return checked(length);
            }
        }
        throw new IOException("a length of more than 64 bits");
    }

    private static long checked(long length) throws IOException {
        if (length < 0 || length > MOST_LENGTH) {
            throw new IOException("a length of " + length + " bytes, of at most " + MOST_LENGTH);
        }
        return length;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import net.jpountz.lz4.LZ4BlockInputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;
import org.xerial.snappy.SnappyError;
import org.xerial.snappy.SnappyInputStream;

/**
 * Unpacks what Spark packs, known by its first bytes and not by its name: zstd, lz4 and snappy in the framing that Spark writes, and gzip,
 * which people use. A log whose application still runs ends somewhere inside its packed data: so does the text then.
 */
public final class CompressedLog {
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] LZ4 = {'L', 'Z', '4', 'B', 'l', 'o', 'c', 'k'};
    private static final byte[] SNAPPY = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] LZF = {'Z', 'V'};
    private static final int LONGEST = 8;
    private static final int LONGEST_SNAPPY_CHUNK =
            1 << 26; // Spark writes 32 KiB unless spark.io.compression.snappy.blockSize says more
    private static final int XXHASH_SEED = 0x9747b28c; // LZ4BlockOutputStream's

    private CompressedLog() {}

    /**
     * Unpacks a log: packed data that ends early ends the text.
     *
     * @throws IOException whose message says what the bytes are not
     */
    public static InputStream unpack(InputStream in) throws IOException {
        return unpacked(in, true);
    }

    /**
     * Unpacks what no one still writes: packed data that ends early is an error, as far as its format shows it.
     *
     * @throws IOException whose message says what the bytes are not
     */
    public static InputStream unpackWhole(InputStream in) throws IOException {
        return unpacked(in, false);
    }

    private static InputStream unpacked(InputStream in, boolean mayEndEarly) throws IOException {
        byte[] first = in.readNBytes(LONGEST);
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(first), in);
        try {
            if (startsWith(first, ZSTD)) {
                return new Unpacked(new ZstdInputStreamNoFinalizer(whole).setContinuous(mayEndEarly), mayEndEarly);
            }
            if (startsWith(first, LZ4)) {
                return new Unpacked(lz4(whole), mayEndEarly);
            }
            if (startsWith(first, SNAPPY)) {
                SnappyInputStream chunks = new SnappyInputStream(whole, LONGEST_SNAPPY_CHUNK);
                return new Unpacked(mayEndEarly ? new WholeChunks(chunks) : chunks, mayEndEarly);
            }
            if (startsWith(first, GZIP)) {
                return new Unpacked(new GZIPInputStream(whole, 1 << 16), mayEndEarly);
            }
        } catch (IOException e) {
            throw new IOException("its compressed data is damaged: " + e.getMessage(), e);
        }
        if (startsWith(first, LZF)) {
            throw new IOException("packed with lzf; zstd, lz4, snappy and gzip are read, and plain text");
        }
        return whole;
    }

    private static LZ4BlockInputStream lz4(InputStream in) {
        return LZ4BlockInputStream.newBuilder()
                .withDecompressor(LZ4Factory.safeInstance().safeDecompressor())
                .withChecksum(XXHashFactory.safeInstance()
                        .newStreamingHash32(XXHASH_SEED)
                        .asChecksum())
                .withStopOnEmptyBlock(false)
                .build(new Lz4Lengths(in));
    }

    private static boolean startsWith(byte[] bytes, byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    private static ZipException damaged(SnappyError error) {
        ZipException damaged = new ZipException(error.getMessage());
        damaged.initCause(error);
        return damaged;
    }

    /**
     * Reads one chunk of snappy after another, at most to its end: a chunk that is not all there would else take those before it along. Then the
     * data ends.
     */
    private static final class WholeChunks extends FilterInputStream {
        private static final String CUT_OFF = "failed to read chunk";

        WholeChunks(SnappyInputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return there() == 0 ? -1 : super.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int there = there();
            return there == 0 ? -1 : super.read(into, from, Math.min(length, there));
        }

        private int there() throws IOException {
            try {
                return in.available();
            } catch (IOException e) {
                if (CUT_OFF.equals(e.getMessage())) {
                    return 0;
                }
                throw e;
            }
        }
    }

    /** A stream whose early end may be its end. A chunk that says it is too long is damage, not the Error that the library throws. */
    private static final class Unpacked extends FilterInputStream {
        private final boolean mayEndEarly;

        Unpacked(InputStream in, boolean mayEndEarly) {
            super(in);
            this.mayEndEarly = mayEndEarly;
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (EOFException e) {
                return end(e);
            } catch (SnappyError e) {
                throw damaged(e);
            }
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            try {
                return super.read(into, from, length);
            } catch (EOFException e) {
                return end(e);
            } catch (SnappyError e) {
                throw damaged(e);
            }
        }

        private int end(EOFException early) throws EOFException {
            if (mayEndEarly) {
                return -1;
            }
            throw early;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.ZipException;

/**
 * Blocks of lz4 as they pass, each with its header. The library makes room for as many packed bytes as a header says, up to 2 GiB. No
 * writer packs a block into more bytes than it had: a header that says so is damage, and is not passed on.
 */
final class Lz4Lengths extends FilterInputStream {
    private static final int HEADER = 21; // "LZ4Block", token, packed length, length, checksum
    private static final int PACKED_LENGTH_AT = 9;
    private static final int LENGTH_AT = 13;

    private final ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    private int ofBlock; // bytes of the block that have not passed

    Lz4Lengths(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int read = super.read(into, from, Math.min(length, ofBlock > 0 ? ofBlock : header.remaining()));
        if (read > 0 && ofBlock > 0) {
            ofBlock -= read;
        } else if (read > 0) {
            header.put(into, from, read);
            nextBlock();
        }
        return read;
    }

    private void nextBlock() throws IOException {
        if (header.hasRemaining()) {
            return;
        }
        header.clear();
        int packed = header.getInt(PACKED_LENGTH_AT);
        int length = header.getInt(LENGTH_AT);
        if (packed < 0 || packed > length) {
            throw new ZipException("a block of lz4 says that " + length + " bytes were packed into " + packed);
        }
        ofBlock = packed;
    }
}

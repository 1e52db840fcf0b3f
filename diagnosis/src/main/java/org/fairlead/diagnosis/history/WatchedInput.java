// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.history;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Ends with an error when nothing comes for too long: the client's own time limit is over once an answer has begun. A thread of its own reads, since nothing interrupts the client's streams. For one
 * reader.
 */
final class WatchedInput extends InputStream {
    private static final int BLOCK = 1 << 16;
    private static final int BLOCKS_AHEAD = 16;
    private static final byte[] END = new byte[0];

    private final InputStream in;
    private final Duration longest;
    private final BlockingQueue<byte[]> blocks = new ArrayBlockingQueue<>(BLOCKS_AHEAD);
    private final Thread reader = new Thread(this::readAhead, "history-server");
    /** What ended it; read after {@link #END}. */
    private volatile IOException failure;

    private byte[] block = new byte[1];
    private int at = 1;

    WatchedInput(InputStream in, Duration longest) {
        this.in = in;
        this.longest = longest;
        reader.setDaemon(true);
        reader.start();
    }

    private void readAhead() {
        byte[] bytes = new byte[BLOCK];
        try {
            try {
                for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    if (read > 0) {
                        blocks.put(Arrays.copyOf(bytes, read));
                    }
                }
            } catch (IOException e) {
                failure = e;
            }
            blocks.put(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is closed
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (block.length > 0 && at == block.length) {
            block = next();
            at = 0;
        }
        if (block.length == 0) {
            if (failure != null) {
                throw failure;
            }
            return -1;
        }
        int read = Math.min(length, block.length - at);
        System.arraycopy(block, at, bytes, from, read);
        at += read;
        return read;
    }

    private byte[] next() throws IOException {
        try {
            byte[] next = blocks.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                throw new IOException("nothing came for " + longest.toSeconds() + " s");
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        reader.interrupt();
        in.close();
    }
}

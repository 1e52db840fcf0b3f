// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;

/** Passes bytes on at a rate at most: each piece when, at that rate, its last byte would have been sent. Not safe for threads. */
final class PacedOutput extends FilterOutputStream {
    static final int PIECE = 8 * 1024;

    private final double bytesPerSecond;
    private final ServiceTime time;
    private final long begin;
    private long sent;

    PacedOutput(OutputStream receiver, double bytesPerSecond, ServiceTime time) {
        super(receiver);
        this.bytesPerSecond = bytesPerSecond;
        this.time = time;
        this.begin = time.nanos();
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int at = 0; at < length; at += PIECE) {
            int piece = Math.min(PIECE, length - at);
            sent += piece;
            awaitDue();
            out.write(bytes, from + at, piece);
        }
    }

    private void awaitDue() throws InterruptedIOException {
        long early = begin + Math.round(sent / bytesPerSecond * 1e9) - time.nanos();
        if (early <= 0) {
            return;
        }
        try {
            time.pass(Duration.ofNanos(early));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the endpoint closes");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.Closeable;
import java.util.Arrays;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * The lines of a text one after another, as bytes in one buffer. A line ends with LF or CR LF, the last one also with the file; a
 * byte order mark at the start is skipped. A line longer than the limit is an error when that many bytes have been read, so that no
 * file takes more memory than about four times that.
 */
public final class Lines implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final TraceInput in;
    private final int longest;
    private byte[] buffer;
    private int read;
    private int from;
    private int to;
    private int next;
    private long line;
    private boolean ended;

    /** @param longest line in bytes */
    public Lines(TraceInput in, int longest) {
        this.in = in;
        this.longest = longest;
        this.buffer = new byte[BUFFER];
    }

    /** The line's number, from 1. */
    public long line() {
        return line;
    }

    /** Goes to the next line; false at the end. */
    public boolean next() {
        line++;
        from = next;
        int at = from;
        while (true) {
            int most = Math.min(read, from + longest + 1);
            while (at < most && buffer[at] != '\n') {
                at++;
            }
            if (at < most) {
                return found(at, at + 1);
            }
            if (at - from > longest) {
                throw invalid("", "longer than " + longest + " bytes; no line of such a file is");
            }
            if (ended) {
                return at > from && found(at, at);
            }
            at -= from;
            fill();
            at += from;
        }
    }

    private boolean found(int end, int following) {
        to = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
        next = following;
        if (line == 1
                && to - from >= 3
                && buffer[from] == (byte) 0xef
                && buffer[from + 1] == (byte) 0xbb
                && buffer[from + 2] == (byte) 0xbf) {
            from += 3;
        }
        return true;
    }

    /** Moves what has been read of this line to the front and reads on. */
    private void fill() {
        System.arraycopy(buffer, from, buffer, 0, read - from);
        read -= from;
        from = 0;
        if (read > buffer.length / 2) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int more = in.read(buffer, read, buffer.length - read, line);
        if (more < 0) {
            ended = true;
        } else {
            read += more;
        }
    }

    /** Holds the line from {@link #from} to {@link #to}, until {@link #next}. */
    public byte[] bytes() {
        return buffer;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** An error in this line. */
    public InvalidFileException invalid(String key, String problem) {
        return in.invalid(line, key, problem);
    }

    @Override
    public void close() {
        in.close();
    }
}

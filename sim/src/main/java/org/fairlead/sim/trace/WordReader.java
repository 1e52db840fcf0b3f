// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.Closeable;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * The words of a text, separated by blanks, line by line; lines without words do not count. A line may be long, since it is never held;
 * a word may not.
 */
final class WordReader implements Closeable {
    private static final int LONGEST_WORD = 256;
    private static final long LONGEST_LINE = 64L << 20;
    private static final int END = -1;

    private final TraceInput in;
    private final byte[] buffer = new byte[1 << 16];
    private int read;
    private int next;
    private final byte[] word = new byte[LONGEST_WORD];
    private int length;
    private long line = 1;
    private long lineBytes;
    /** The character after those that have been taken, or {@link #END}; only looked at, not taken. */
    private int peeked;

    WordReader(TraceInput in) {
        this.in = in;
        peeked = take();
        if (peeked == 0xef) {
            skipByteOrderMark();
        }
    }

    private void skipByteOrderMark() {
        if (take() != 0xbb || take() != 0xbf) {
            throw invalid("", "not UTF-8 text");
        }
        peeked = take();
    }

    private int take() {
        if (next == read) {
            read = Math.max(0, in.read(buffer, 0, buffer.length, line));
            next = 0;
            if (read == 0) {
                return END;
            }
        }
        if (++lineBytes > LONGEST_LINE) {
            throw invalid("", "longer than 64 MiB; no line of such a file is");
        }
        return buffer[next++] & 0xff;
    }

    /** Goes to the next line that has a word, from the end of this one; false at the end of the file. */
    boolean nextLine() {
        while (true) {
            skipBlanks();
            if (peeked == END) {
                return false;
            }
            if (peeked != '\n') {
                return true;
            }
            line++;
            lineBytes = 0;
            peeked = take();
        }
    }

    /** Goes to the next word of this line; false when there is none. */
    boolean next() {
        skipBlanks();
        length = 0;
        while (peeked != END && peeked != '\n' && !isBlank(peeked)) {
            if (length == LONGEST_WORD) {
                throw invalid("", QuotedText.text(word, 0, length) + " is longer than " + LONGEST_WORD + " bytes");
            }
            word[length++] = (byte) peeked;
            peeked = take();
        }
        return length > 0;
    }

    private void skipBlanks() {
        while (isBlank(peeked)) {
            peeked = take();
        }
    }

    private static boolean isBlank(int character) {
        return character == ' ' || character == '\t' || character == '\r';
    }

    /** Holds the word from 0 to {@link #length}, until {@link #next}. */
    byte[] bytes() {
        return word;
    }

    int length() {
        return length;
    }

    /** The word as errors show it. */
    String shown() {
        return QuotedText.text(word, 0, length);
    }

    long line() {
        return line;
    }

    /** An error in this line. */
    InvalidFileException invalid(String key, String problem) {
        return in.invalid(line, key, problem);
    }

    @Override
    public void close() {
        in.close();
    }
}

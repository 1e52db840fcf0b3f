package org.fairlead.control.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A body that comes in chunks; looks at each byte once, however they are cut. */
final class ChunkedBody {
    private static final int LONGEST_LINE = 256;

    private final int largest;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int at;
    /** Bytes of the present chunk that are still to come; -1: its size is. */
    private int left = -1;

    private boolean last;

    /** @param start where the first chunk's size begins */
    ChunkedBody(int start, int largest) {
        at = start;
        this.largest = largest;
    }

    int largest() {
        return largest;
    }

    byte[] body() {
        return body.toByteArray();
    }

    /** Where the next request begins. */
    int end() {
        return at;
    }

    /** @return whether the body is whole */
    boolean read(byte[] bytes, int count) throws RefusedException {
        while (true) {
            if (left > 0) {
                int here = Math.min(left, count - at);
                if (here <= 0) {
                    return false;
                }
                body.write(bytes, at, here);
                at += here;
                left -= here;
                continue;
            }
            int lineEnd = lineEnd(bytes, count);
            if (lineEnd < 0) {
                return false;
            }
            String line = new String(bytes, at, lineEnd - at, StandardCharsets.ISO_8859_1);
            at = lineEnd + 2;
            if (last) {
                if (line.isEmpty()) {
                    return true; // trailers before it do not count
                }
            } else if (left == 0) {
                if (!line.isEmpty()) {
                    throw new RefusedException(Reason.GARBAGE, "a chunk is longer than its size");
                }
                left = -1;
            } else {
                left = size(line);
                last = left == 0;
                if (body.size() + (long) left > largest) {
                    throw RequestReader.tooLarge(largest);
                }
            }
        }
    }

    private int lineEnd(byte[] bytes, int count) throws RefusedException {
        for (int i = at; i + 1 < count; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n') {
                return i;
            }
            if (i - at > LONGEST_LINE) {
                throw new RefusedException(Reason.GARBAGE, "a chunk's size is expected");
            }
        }
        return -1;
    }

    private static int size(String line) throws RefusedException {
        int semicolon = line.indexOf(';');
        String digits = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
        if (digits.isEmpty() || digits.length() > 7 || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            throw new RefusedException(Reason.GARBAGE, "a chunk's size is expected");
        }
        return Integer.parseInt(digits, 16);
    }
}

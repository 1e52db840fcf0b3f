// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of an object.
 *
 * @param from its first byte
 * @param to the byte after its last one
 */
record ByteRange(long from, long to) {
    private static final Pattern HEADER = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /**
     * What a request asks for.
     *
     * @param header {@code bytes=3-5}, {@code bytes=3-} or {@code bytes=-3} for the last three; null where there is none
     * @param length of the object in bytes
     * @return empty where all of it is asked for, since there is no such header or none that can be understood; a range that is {@link #isEmpty} where the object has
     *     none of it
     */
    static Optional<ByteRange> of(String header, long length) {
        Matcher range = HEADER.matcher(String.valueOf(header));
        if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
            return Optional.empty();
        }
        if (range.group(1).isEmpty()) {
            return Optional.of(new ByteRange(Math.max(0, length - Long.parseLong(range.group(2))), length));
        }
        long last = range.group(2).isEmpty() ? length - 1 : Long.parseLong(range.group(2));
        return Optional.of(new ByteRange(Long.parseLong(range.group(1)), Math.min(length, last + 1)));
    }

    boolean isEmpty() {
        return to <= from;
    }

    long length() {
        return Math.max(0, to - from);
    }
}

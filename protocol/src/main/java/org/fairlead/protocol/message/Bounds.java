// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/** What every message keeps to; each method throws IllegalArgumentException that names the field and what is accepted. */
final class Bounds {
    static final int LONGEST_NAME = 255;

    private Bounds() {}

    /** Not blank, at most 255 characters, none of them a control character. */
    static String name(String field, String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(field + ": a name is missing");
        }
        return text(field, value, LONGEST_NAME);
    }

    /** Null becomes empty text. No control characters, nor halves of surrogate pairs, which no encoding can write. */
    static String text(String field, String value, int longest) {
        if (value == null) {
            return "";
        }
        if (value.length() > longest) {
            throw new IllegalArgumentException(
                    field + ": " + value.length() + " characters; at most " + longest + " are accepted");
        }
        for (int i = 0; i < value.length(); i += Character.charCount(value.codePointAt(i))) {
            int point = value.codePointAt(i);
            if (Character.isISOControl(point)) {
                throw new IllegalArgumentException(field + ": control characters are not accepted");
            }
            if (Character.getType(point) == Character.SURROGATE) {
                throw new IllegalArgumentException(field + ": half a surrogate pair is not accepted");
            }
        }
        return value;
    }

    static long count(String field, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(field + ": " + value + " is negative; at least 0 is accepted");
        }
        return value;
    }

    static long within(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + ": " + value + " is not from " + least + " to " + most);
        }
        return value;
    }

    static double amount(String field, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(field + ": " + value + "; a finite number of at least 0 is accepted");
        }
        return value;
    }

    /** Null becomes an empty list. */
    static <T> List<T> list(String field, List<T> values, int most) {
        if (values == null) {
            return List.of();
        }
        if (values.size() > most) {
            throw new IllegalArgumentException(
                    field + ": " + values.size() + " entries; at most " + most + " are accepted");
        }
        for (T value : values) {
            if (value == null) {
                throw new IllegalArgumentException(field + ": null is not accepted");
            }
        }
        return List.copyOf(values);
    }

    static void sameLength(String field, int length, int expected) {
        if (length != expected) {
            throw new IllegalArgumentException(field + ": " + length + " entries; " + expected + " are expected");
        }
    }
}

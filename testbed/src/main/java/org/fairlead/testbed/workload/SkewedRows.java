// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Random;

/**
 * A text of rows {@code KEY|PAYLOAD} of which some keys have many more than others. Key k, from 0, is drawn with a chance that is
 * proportional to (k + 1)<sup>−exponent</sup>: Zipf's law. All rows are equally long. Payloads are of 64 letters in random order, which no
 * compression by repetitions makes shorter.
 *
 * <p><b>Example.</b> Of 2,000 keys, key 0 has 0.05 % of the rows with exponent 0, 12 % with 1, 61 % with 2 and 83 % with 3.
 *
 * @param exponent at least 0
 * @param keys how many there are
 * @param payloadBytes of each row
 * @param bytes of the whole text, rounded up to whole rows for each of its writers
 */
public record SkewedRows(double exponent, int keys, int payloadBytes, long bytes) {
    private static final char[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".toCharArray();
    private static final int BITS_OF_A_LETTER = 6;
    private static final int LETTERS_OF_A_DRAW = Long.SIZE / BITS_OF_A_LETTER;

    /** Of a row with its line's end, in bytes. */
    public int lineBytes() {
        return keyDigits() + payloadBytes + 2;
    }

    private int keyDigits() {
        return Integer.toString(keys - 1).length();
    }

    /** The share of the rows that keys up to each one, from key 0 on, are expected to have; the last is 1. */
    public double[] shares() {
        double[] upTo = new double[keys];
        double sum = 0;
        for (int key = 0; key < keys; key++) {
            sum += Math.pow(key + 1.0, -exponent);
            upTo[key] = sum;
        }
        for (int key = 0; key < keys; key++) {
            upTo[key] /= sum;
        }
        return upTo;
    }

    /**
     * Writes rows until there are at least so many bytes.
     *
     * @param part of {@link #bytes}
     */
    void write(Writer out, long part, Random random) throws IOException {
        double[] shares = shares();
        char[] line = new char[lineBytes()];
        int digits = keyDigits();
        line[digits] = '|';
        line[line.length - 1] = '\n';
        for (long left = part; left > 0; left -= line.length) {
            int found = Arrays.binarySearch(shares, random.nextDouble());
            int key = Math.min(keys - 1, found < 0 ? -found - 1 : found);
            for (int digit = digits - 1; digit >= 0; digit--) {
                line[digit] = (char) ('0' + key % 10);
                key /= 10;
            }
            letters(line, digits + 1, random);
            out.write(line);
        }
    }

    private void letters(char[] line, int from, Random random) {
        long drawn = 0;
        for (int i = 0; i < payloadBytes; i++) {
            drawn = i % LETTERS_OF_A_DRAW == 0 ? random.nextLong() : drawn >>> BITS_OF_A_LETTER;
            line[from + i] = LETTERS[(int) (drawn & (LETTERS.length - 1))];
        }
    }
}

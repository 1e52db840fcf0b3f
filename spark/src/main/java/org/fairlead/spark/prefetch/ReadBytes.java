// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

/**
 * What became of what a request asked for.
 *
 * @param fetched bytes of it that came, at least 0
 * @param read bytes of these that were of use, in chunks: all of one of which anything was read
 */
public record ReadBytes(long fetched, long read) {
    /** Nothing came. */
    public static final ReadBytes NONE = new ReadBytes(0, 0);

    public ReadBytes {
        if (read < 0 || read > fetched) {
            throw new IllegalArgumentException("of " + fetched + " bytes that came, " + read + " cannot be read");
        }
    }

    /** Both together. */
    public ReadBytes plus(ReadBytes other) {
        return new ReadBytes(fetched + other.fetched, read + other.read);
    }
}

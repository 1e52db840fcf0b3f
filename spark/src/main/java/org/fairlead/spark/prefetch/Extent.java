// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

/**
 * A part of a block.
 *
 * @param offset of its first byte in the block
 * @param length bytes, above 0
 */
public record Extent(BlockKey block, long offset, long length) {
    public Extent {
        if (offset < 0 || length <= 0) {
            throw new IllegalArgumentException("block " + block.id()
                    + ": an offset of at least 0 and a length above 0 are expected, not " + offset + " and " + length);
        }
    }

    /** Of the first byte behind it. */
    public long end() {
        return offset + length;
    }

    /** How many bytes are in both it and another one of its block, which overlap. */
    long common(Extent other) {
        return Math.min(end(), other.end()) - Math.max(offset, other.offset);
    }
}

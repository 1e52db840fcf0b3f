// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.memory;

/**
 * What became of bytes since the beginning. What was fetched was read, was wasted, or is still held: {@code fetched = read + wasted + unread}.
 *
 * @param admitted bytes of extents that were given memory
 * @param fetched bytes that arrived
 * @param read bytes that arrived and were read; each counts once
 * @param wasted bytes that arrived and left unread
 * @param cancelled bytes of extents that were cancelled before all of them was read
 * @param evicted bytes of extents that gave way to others, neither cancelled nor read to their end
 * @param refused bytes of extents that were given no memory
 * @param failed bytes of extents whose transfer failed
 * @param dropped bytes of extents that were found to be unusable
 */
public record MemoryCounts(
        long admitted,
        long fetched,
        long read,
        long wasted,
        long cancelled,
        long evicted,
        long refused,
        long failed,
        long dropped) {}

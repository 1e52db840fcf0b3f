// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

/** A hash of bytes whose every bit depends on every byte: FNV-1a, then the finalizer of SplitMix64. */
final class ByteHash {
    private ByteHash() {}

    static long of(byte[] bytes, int from, int to) {
        long hash = 0xcbf29ce484222325L;
        for (int at = from; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return hash ^ hash >>> 31;
    }
}

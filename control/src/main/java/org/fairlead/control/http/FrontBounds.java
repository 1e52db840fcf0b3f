// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

/**
 * What a front holds at most, whoever asks.
 *
 * @param connections all together
 * @param strangers of these, that have shown neither a token nor a certificate, nor come from this machine where that suffices
 * @param strangersOfAddress of the strangers, from one address other than this machine's
 * @param knownOfAddress of the others, from one address other than this machine's
 * @param bodyBytes of requests being read and answered
 * @param answerBytes of answers that clients have not taken yet
 */
record FrontBounds(
        int connections, int strangers, int strangersOfAddress, int knownOfAddress, long bodyBytes, long answerBytes) {
    private static final int MOST_CONNECTIONS = 20_000;
    private static final int LEAST_CONNECTIONS = 256;

    /** Heap and buffers of a connection that sends a head slowly. */
    private static final long BYTES_OF_A_CONNECTION = 24 << 10;

    private static final long BYTES_OF_A_TLS_CONNECTION = 64 << 10;

    /** A body may be four MiB, and its message several times that. */
    private static final long LEAST_BODY_BYTES = 8 << 20;

    private static final long MOST_BODY_BYTES = 128 << 20;

    /** Bounds for a process with so much heap: a quarter for connections, an eighth for bodies and for answers each. */
    static FrontBounds of(long heapBytes, boolean tls) {
        long each = tls ? BYTES_OF_A_TLS_CONNECTION : BYTES_OF_A_CONNECTION;
        int connections = (int) Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, heapBytes / 4 / each));
        int strangers = connections / 4;
        long bytes = Math.max(LEAST_BODY_BYTES, Math.min(MOST_BODY_BYTES, heapBytes / 8));
        return new FrontBounds(connections, strangers, strangers / 4, Math.min(2000, connections / 4), bytes, bytes);
    }
}

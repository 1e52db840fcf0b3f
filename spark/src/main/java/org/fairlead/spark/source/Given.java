// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

/**
 * What a source gave.
 *
 * @param nanos for which readers waited for it
 */
public record Given(long bytes, long nanos, long requests) {
    public static final Given NOTHING = new Given(0, 0, 0);

    public Given plus(Given more) {
        return new Given(bytes + more.bytes, nanos + more.nanos, requests + more.requests);
    }

    /** What came since. */
    public Given minus(Given before) {
        return new Given(bytes - before.bytes, nanos - before.nanos, requests - before.requests);
    }

    public double seconds() {
        return nanos / 1e9;
    }
}

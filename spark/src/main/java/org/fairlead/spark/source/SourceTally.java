// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import java.util.concurrent.atomic.LongAdder;

/** What one source has given to one task. Adding takes no lock and makes no object. Safe for threads. */
public final class SourceTally {
    private final LongAdder bytes = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder requests = new LongAdder();

    /** @param waitedNanos for which the reader waited until it had the bytes */
    public void gave(long moreBytes, long waitedNanos) {
        bytes.add(moreBytes);
        nanos.add(waitedNanos);
    }

    /** It was sent a request. */
    public void asked() {
        requests.increment();
    }

    public long bytes() {
        return bytes.sum();
    }

    public long nanos() {
        return nanos.sum();
    }

    public Given given() {
        return new Given(bytes(), nanos(), requests());
    }

    public long requests() {
        return requests.sum();
    }
}

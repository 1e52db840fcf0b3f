// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

/** A block of a slow source comes behind all that is read from there before. */
final class SlowSourceFetch implements BlockFetch {
    private final BlockFetch fetch;
    private final SlowSourceQueue queue;

    /** @param fetch of a source that nobody waits for */
    SlowSourceFetch(BlockFetch fetch, SlowSourceQueue queue) {
        this.fetch = fetch;
        this.queue = queue;
    }

    @Override
    public double seconds(double waitSeconds, double bytes, int source, ReceiveRates reach) {
        return Math.max(fetch.seconds(waitSeconds, bytes, source, reach), queue.seconds(bytes, source) - waitSeconds);
    }

    @Override
    public CompletionLimit limit(double waitSeconds, double bytes, int source, ReceiveRates reach) {
        boolean waits = queue.seconds(bytes, source) - waitSeconds >= fetch.seconds(waitSeconds, bytes, source, reach);
        return waits
                ? new CompletionLimit(CompletionLimit.Kind.SLOW_SOURCE, source)
                : fetch.limit(waitSeconds, bytes, source, reach);
    }
}

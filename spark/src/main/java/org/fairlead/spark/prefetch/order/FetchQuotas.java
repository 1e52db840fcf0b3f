// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.fairlead.core.prefetch.admission.TransferPace;
import org.fairlead.protocol.message.Reply;

/** What a controller allows fetches, as it said last. What is older than a quota holds counts no more. Safe for threads. */
public final class FetchQuotas {
    private volatile Answer last = new Answer(Map.of(), 0);

    private record Answer(Map<Long, Long> bytesPerSecond, long heardNanos) {}

    /** @param all whose fetch is not among them may go as fast as it can */
    public void allowed(List<Reply.Quota> all, long nowNanos) {
        last = new Answer(
                all.stream()
                        .collect(Collectors.toMap(
                                Reply.Quota::id, Reply.Quota::bytesPerSecond, (one, other) -> Math.min(one, other))),
                nowNanos);
    }

    /** Bytes per second that a request may be fetched at; 0: as fast as it can. */
    public long of(long request, long nowNanos) {
        Answer now = last;
        return nowNanos - now.heardNanos < TransferPace.VALID_NANOS ? now.bytesPerSecond.getOrDefault(request, 0L) : 0;
    }
}

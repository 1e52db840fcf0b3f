// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.control.metrics.Metrics;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.report.TextLines;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what was refused, and says so at most once a minute for each reason. */
final class RejectedRequests {
    private static final Logger LOG = LoggerFactory.getLogger(RejectedRequests.class);
    private static final long QUIET_NANOS = 60_000_000_000L;
    private static final int LONGEST_LOGGED = 300;

    private final TimeSource time;
    private final Map<Reason, CounterDataPoint> counts = new EnumMap<>(Reason.class);
    private final Map<Reason, AtomicLong> saidNanos = new EnumMap<>(Reason.class);

    RejectedRequests(Metrics metrics, TimeSource time) {
        this.time = time;
        Counter refused = metrics.counter(
                "fairlead_refused_total",
                "Requests refused, by reason; growth of unauthorized, forbidden or forged means wrong tokens or an attack, of"
                        + " busy or quota that a bound is reached.",
                "reason");
        long longAgo = time.nanoTime() - QUIET_NANOS;
        for (Reason reason : Reason.values()) {
            counts.put(reason, refused.labelValues(reason.word()));
            saidNanos.put(reason, new AtomicLong(longAgo));
        }
    }

    void count(RefusedException refused, String who) {
        counts.get(refused.reason()).inc();
        AtomicLong said = saidNanos.get(refused.reason());
        long now = time.nanoTime();
        long before = said.get();
        if (now - before >= QUIET_NANOS && said.compareAndSet(before, now)) {
            LOG.warn(
                    "refused {} from {}: {} (said once a minute)",
                    refused.reason().word(),
                    who,
                    logged(refused.getMessage()));
        }
    }

    /** What was refused may be part of the sentence: one line of it, at most 300 characters. */
    static String logged(String error) {
        return TextLines.shortened(TextLines.visible(String.valueOf(error)), LONGEST_LOGGED);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Optional;
import org.fairlead.protocol.client.ViewStream;
import org.fairlead.protocol.plugin.OutageLog;
import org.slf4j.Logger;

/** Says once that no controller answers, and what counts instead; and once that one does again. Of one thread. */
final class ControllerAbsence {
    /** Silence of all controllers after which what they said of others no longer counts. */
    static final long DEAF_NANOS = 3_000_000_000L;

    private final ClusterSettings settings;
    private final ViewStream stream;
    private final OutageLog log;
    private final long startedNanos;

    ControllerAbsence(ClusterSettings settings, ViewStream stream, Logger log, long startedNanos) {
        this.settings = settings;
        this.stream = stream;
        this.log = new OutageLog(log);
        this.startedNanos = startedNanos;
    }

    /** @param networkKnown whether a topology is */
    void renew(boolean networkKnown, long nowNanos) {
        Optional<String> error = stream.lastError();
        long heard = stream.heardNanos().orElse(startedNanos);
        log.renew(
                error.isPresent() && nowNanos - heard > DEAF_NANOS,
                () -> "Fairlead: no controller answers (%s: %s); %s are used instead"
                        .formatted(
                                settings.controllersText(),
                                error.orElse(""),
                                networkKnown
                                        ? "the topology that it sent and the executors' own counters"
                                        : "no network is known, so stock's choices"),
                () -> "Fairlead: a controller answers again (" + settings.controllersText() + "); its view is used",
                nowNanos);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.fairlead.core.health.FailureDetector;

/**
 * Reports to a detector which hosts do not acknowledge what this machine answers them. Looks only while a report is missing, and for a while: whoever hears
 * nothing never sends a next report, since it waits for the answer to its last. Not safe for threads.
 */
final class Acknowledgements {
    private static final long EVERY_NANOS = 100_000_000L;
    /** Then a report is missing, beyond its interval. */
    private static final long MISSING_NANOS = 50_000_000L;
    /** By then other witnesses have spoken. */
    private static final long LONGEST_NANOS = 30_000_000_000L;

    private final Supplier<Set<InetAddress>> unacknowledging;
    private long lookedNanos = Long.MIN_VALUE;

    /** @param unacknowledging addresses that do not acknowledge what was sent to them */
    Acknowledgements(Supplier<Set<InetAddress>> unacknowledging) {
        this.unacknowledging = unacknowledging;
    }

    void look(Collection<HostReports> hosts, FailureDetector health, long nowNanos) {
        if (lookedNanos != Long.MIN_VALUE && nowNanos - lookedNanos < EVERY_NANOS) {
            return;
        }
        lookedNanos = nowNanos;
        List<HostReports> missing =
                hosts.stream().filter(host -> isMissing(host, nowNanos)).toList();
        if (missing.isEmpty()) {
            return;
        }
        Set<InetAddress> addresses = unacknowledging.get();
        for (HostReports host : missing) {
            if (host.from().filter(addresses::contains).isPresent()) {
                health.unacknowledged(host.host, nowNanos);
            }
        }
    }

    private static boolean isMissing(HostReports host, long nowNanos) {
        long heard = host.heardNanos();
        long beyond = nowNanos - heard - host.intervalMillis() * 1_000_000;
        return heard != Long.MIN_VALUE && beyond > MISSING_NANOS && beyond < LONGEST_NANOS;
    }
}

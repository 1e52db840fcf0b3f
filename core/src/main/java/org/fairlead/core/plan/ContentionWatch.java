// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.view.UncontendedCheck;

/**
 * Whether links, disks and sources of blocks are uncontended at present, so that there is nothing to be kept away from. That ends when it has not looked so for three seconds:
 * what our own tasks carry is known a moment later than the links' loads, and looks like background traffic meanwhile; disks are reported once a second, of hosts one after the
 * other, so that what keeps all of them busy for a moment makes them look different. Renewed by who plans, read by all.
 */
final class ContentionWatch {
    private static final long ENDS_AFTER_NANOS = 3_000_000_000L;
    private static final long NEVER = Long.MIN_VALUE;
    /** No stage: what is slow is seen by figures of all. */
    private static final StageAttempt ANY = new StageAttempt(-1, -1);

    private final SourceRates sources;
    private volatile boolean uncontended;
    private volatile Hosts hosts = Hosts.UNKNOWN;
    /** When it last looked so. */
    private long lookedNanos = NEVER;

    /** The hosts that are to be kept away from, by their indices in a snapshot. */
    private record Hosts(Optional<ClusterSnapshot> known, BitSet contended) {
        private static final Hosts UNKNOWN = new Hosts(Optional.empty(), new BitSet());

        static Hosts of(ClusterSnapshot known, Set<String> slowSources, long nowNanos) {
            BitSet contended = UncontendedCheck.contendedHosts(known.network(), nowNanos);
            slowSources.stream().mapToInt(known::host).filter(host -> host >= 0).forEach(contended::set);
            return new Hosts(Optional.of(known), contended);
        }

        boolean isUncontended(String name) {
            int host = known.isEmpty() ? -1 : known.get().host(name);
            return host >= 0 && !contended.get(host);
        }
    }

    ContentionWatch(SourceRates sources) {
        this.sources = sources;
    }

    void renew(Optional<ClusterSnapshot> known, long nowNanos) {
        Set<String> slow = sources.slow(ANY, nowNanos).keySet();
        hosts = known.map(snapshot -> Hosts.of(snapshot, slow, nowNanos)).orElse(Hosts.UNKNOWN);
        boolean looksSo =
                known.isPresent() && UncontendedCheck.isUncontended(known.get().network(), nowNanos) && slow.isEmpty();
        if (looksSo) {
            lookedNanos = nowNanos;
        }
        uncontended = looksSo || (lookedNanos != NEVER && nowNanos - lookedNanos < ENDS_AFTER_NANOS);
    }

    /** Nothing can be said any more. */
    void reset() {
        uncontended = false;
        hosts = Hosts.UNKNOWN;
    }

    boolean isUncontended() {
        return uncontended;
    }

    /** Whether a host's own links, its disk and what it gives are, by the name or address of its executors; not where nothing is known. */
    boolean isUncontended(String host) {
        return hosts.isUncontended(host);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.view.UncontendedCheck;

/**
 * Whether links, disks and sources of blocks are uncontended and no host is slow at present, so that there is nothing to be kept away from. A slow host ends that at once, anything else when it has not looked so for three seconds:
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
    /** Whether links, disks and sources are. */
    private volatile boolean uncontendedBesideSlowHosts;
    /** By the names of their executors. */
    private volatile Set<String> slow = Set.of();

    private volatile Hosts hosts = Hosts.UNKNOWN;
    /** When it last looked so. */
    private long lookedNanos = NEVER;

    /** The hosts that are to be kept away from, by their indices in a snapshot. */
    private record Hosts(Optional<ClusterSnapshot> known, BitSet contended) {
        private static final Hosts UNKNOWN = new Hosts(Optional.empty(), new BitSet());

        static Hosts of(ClusterSnapshot known, Set<String> slow, long nowNanos) {
            BitSet contended = UncontendedCheck.contendedHosts(known.network(), nowNanos);
            slow.stream().mapToInt(known::host).filter(host -> host >= 0).forEach(contended::set);
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

    /** @param slowHosts by the names of their executors */
    void renew(Optional<ClusterSnapshot> known, Set<String> slowHosts, long nowNanos) {
        Set<String> avoided = new HashSet<>(sources.slow(ANY, nowNanos).keySet());
        boolean looksSo = known.isPresent()
                && UncontendedCheck.isUncontended(known.get().network(), nowNanos)
                && avoided.isEmpty();
        avoided.addAll(slowHosts);
        hosts = known.map(snapshot -> Hosts.of(snapshot, avoided, nowNanos)).orElse(Hosts.UNKNOWN);
        slow = Set.copyOf(slowHosts);
        if (looksSo) {
            lookedNanos = nowNanos;
        }
        boolean lookedSo = lookedNanos != NEVER && nowNanos - lookedNanos < ENDS_AFTER_NANOS;
        uncontendedBesideSlowHosts = looksSo || lookedSo;
        uncontended = slowHosts.isEmpty() && uncontendedBesideSlowHosts;
    }

    /** Nothing can be said any more. */
    void reset() {
        uncontended = false;
        uncontendedBesideSlowHosts = false;
        hosts = Hosts.UNKNOWN;
    }

    boolean isUncontended() {
        return uncontended;
    }

    /** Whether nothing but slow hosts is to be kept away from. */
    boolean isUncontendedBesideSlowHosts() {
        return uncontendedBesideSlowHosts;
    }

    /** Whether a host is slow, by the name of its executors. */
    boolean isSlow(String host) {
        return slow.contains(host);
    }

    /** Whether a host's own links, its disk and what it gives are, by the name or address of its executors; not where nothing is known. */
    boolean isUncontended(String host) {
        return hosts.isUncontended(host);
    }
}

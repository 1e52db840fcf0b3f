// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.core.profile.SourceRates;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.view.AvailableBandwidth;
import org.fairlead.core.view.Contention;
import org.fairlead.core.view.UncontendedCheck;

/**
 * Whether links, disks and sources of blocks are uncontended and no host is slow at present, so that there is nothing to be kept away from. A slow host ends that at once; a link when others have used it without a pause for three seconds;
 * anything else when it has not looked so for as long. What our own tasks carry is known a moment later than the links' loads, and some of it never, such as what they read of the block behind theirs: it looks like background traffic
 * for a moment, now on one link and now on another. Disks are reported once a second, of hosts one after the other, so that what keeps all of them busy for a moment makes them look different. Renewed by who plans, read by all.
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

    /** By link, when others last left enough of it. */
    private long[] freeNanos = {};

    private final Map<Contention, LongAdder> spentNanos = new EnumMap<>(Contention.class);
    private Contention last = Contention.UNKNOWN;
    private long seenNanos = NEVER;

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
        for (Contention each : Contention.values()) {
            spentNanos.put(each, new LongAdder());
        }
    }

    /** @param slowHosts by the names of their executors */
    void renew(Optional<ClusterSnapshot> known, Set<String> slowHosts, long nowNanos) {
        Set<String> avoided = new HashSet<>(sources.slow(ANY, nowNanos).keySet());
        Contention seen = known.filter(snapshot -> !snapshot.network().isBlind(nowNanos))
                .map(snapshot -> seen(snapshot.network(), avoided, nowNanos))
                .orElse(Contention.UNKNOWN);
        spent(seen == Contention.NONE && !slowHosts.isEmpty() ? Contention.HOSTS : seen, nowNanos);
        avoided.addAll(slowHosts);
        hosts = known.map(snapshot -> Hosts.of(snapshot, avoided, nowNanos)).orElse(Hosts.UNKNOWN);
        slow = Set.copyOf(slowHosts);
        if (seen == Contention.NONE) {
            lookedNanos = nowNanos;
        }
        boolean lookedSo = lookedNanos != NEVER && nowNanos - lookedNanos < ENDS_AFTER_NANOS;
        uncontendedBesideSlowHosts = lookedSo && seen != Contention.LINKS;
        uncontended = slowHosts.isEmpty() && uncontendedBesideSlowHosts;
    }

    private Contention seen(AvailableBandwidth network, Set<String> slowSources, long nowNanos) {
        if (isALinkUsedForLong(network, nowNanos)) {
            return Contention.LINKS;
        }
        if (!UncontendedCheck.areDisksAlike(network.view())) {
            return Contention.DISKS;
        }
        return slowSources.isEmpty() ? Contention.NONE : Contention.SOURCES;
    }

    private boolean isALinkUsedForLong(AvailableBandwidth network, long nowNanos) {
        int links = network.view().topology().links().size();
        if (freeNanos.length != links) {
            freeNanos = new long[links];
            Arrays.fill(freeNanos, NEVER);
        }
        BitSet used = UncontendedCheck.contendedLinks(network, nowNanos);
        for (int link = used.nextClearBit(0); link < links; link = used.nextClearBit(link + 1)) {
            freeNanos[link] = nowNanos;
        }
        return used.stream()
                .anyMatch(link -> freeNanos[link] == NEVER || nowNanos - freeNanos[link] >= ENDS_AFTER_NANOS);
    }

    private void spent(Contention now, long nowNanos) {
        if (seenNanos != NEVER) {
            spentNanos.get(last).add(Math.max(0, nowNanos - seenNanos));
        }
        seenNanos = nowNanos;
        last = now;
    }

    /** Seconds for which that was seen so far. */
    double seconds(Contention seen) {
        return spentNanos.get(seen).sum() / 1e9;
    }

    /** Nothing can be said any more. */
    void reset() {
        last = Contention.UNKNOWN;
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

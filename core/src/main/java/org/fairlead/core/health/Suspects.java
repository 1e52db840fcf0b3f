// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.fairlead.core.chance.Draw;

/**
 * The hosts that are suspected at a moment, and which of them a decision has to do without. Immutable; hosts go by their
 * {@link org.fairlead.core.topology.Host#index()}.
 */
public final class Suspects {
    public static final Suspects NONE = new Suspects(Map.of());

    private final TreeMap<Integer, Suspicion> byHost;

    private Suspects(Map<Integer, Suspicion> byHost) {
        this.byHost = new TreeMap<>(byHost);
    }

    public static Suspects of(Map<Integer, Suspicion> byHost) {
        return byHost.isEmpty() ? NONE : new Suspects(byHost);
    }

    public boolean isEmpty() {
        return byHost.isEmpty();
    }

    /** Indices, ascending. */
    public Set<Integer> hosts() {
        return byHost.keySet();
    }

    public Optional<Suspicion> of(int host) {
        return Optional.ofNullable(byHost.get(host));
    }

    /** Whether the decision of a seed has to do without a host: always while it is suspected, ever more rarely on probation. */
    public boolean bars(int host, long seed) {
        Suspicion suspicion = byHost.isEmpty() ? null : byHost.get(host);
        return suspicion != null
                && (suspicion.share() <= 0 || new Draw(Draw.mixed(seed, host)).share() >= suspicion.share());
    }

    /** The hosts that the decision of a seed has to do without. */
    public int[] barred(long seed) {
        return byHost.keySet().stream()
                .mapToInt(host -> host)
                .filter(host -> bars(host, seed))
                .toArray();
    }

    /** Hosts for which nothing is decided now. */
    public int suspected() {
        return (int) byHost.values().stream().filter(one -> !one.onProbation()).count();
    }

    /** For which nothing is decided now, for a cause. */
    public int suspected(SuspicionCause cause) {
        return (int) byHost.values().stream()
                .filter(one -> !one.onProbation() && one.cause() == cause)
                .count();
    }

    public int onProbation() {
        return byHost.size() - suspected();
    }

    /** Both: of a host that is in both, the one with the smaller share. */
    public Suspects and(Suspects others) {
        if (others.isEmpty()) {
            return this;
        }
        Map<Integer, Suspicion> both = new TreeMap<>(byHost);
        others.byHost.forEach((host, suspicion) ->
                both.merge(host, suspicion, (one, other) -> one.share() <= other.share() ? one : other));
        return of(both);
    }

    /** "suspected: h5 (link without carrier since 3.2 s)" for some hosts; empty text for none. */
    public String words(int[] hosts, IntFunction<String> names, long nowNanos) {
        StringBuilder text = new StringBuilder();
        Arrays.stream(hosts)
                .forEach(host -> of(host).ifPresent(suspicion -> text.append(text.isEmpty() ? "suspected: " : ", ")
                        .append(names.apply(host))
                        .append(" (")
                        .append(suspicion.words(nowNanos))
                        .append(')')));
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Suspects suspects && suspects.byHost.equals(byHost);
    }

    @Override
    public int hashCode() {
        return byHost.hashCode();
    }

    @Override
    public String toString() {
        return byHost.toString();
    }
}

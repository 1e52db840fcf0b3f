// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Optional;
import java.util.OptionalLong;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.health.Suspicion;
import org.fairlead.core.topology.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who is suspected, by the names that executors have. One thread renews it; all may ask, without a lock. */
final class JudgedHosts {
    private static final Logger LOG = LoggerFactory.getLogger(JudgedHosts.class);

    private volatile Judged judged = new Judged(Suspects.NONE, Optional.empty(), OptionalLong.empty());

    /** Who is suspected, by the indices that these names have, and when the last of them fell silent. */
    private record Judged(Suspects suspects, Optional<HostNames> hosts, OptionalLong newestNanos) {
        boolean isOf(HostNames names) {
            return hosts.isPresent() && hosts.get() == names;
        }

        Optional<Suspicion> of(String host) {
            return suspects.isEmpty() ? Optional.empty() : hosts.flatMap(names -> suspects.of(names.host(host)));
        }
    }

    /** @return whether anything has changed */
    boolean renew(Suspects suspects, HostNames hosts) {
        Judged before = judged;
        if (suspects.equals(before.suspects()) && before.isOf(hosts)) {
            return false;
        }
        OptionalLong newest = suspects.hosts().stream()
                .mapToLong(host -> suspects.of(host).orElseThrow().sinceNanos())
                .max();
        judged = new Judged(suspects, Optional.of(hosts), newest);
        return true;
    }

    /** When the last of them fell silent; empty when there is none. */
    OptionalLong newestNanos() {
        return judged.newestNanos();
    }

    /** Whether the decision of a seed has to do without a host. */
    boolean bars(String host, long seed) {
        Judged now = judged;
        return !now.suspects().isEmpty()
                && now.hosts().isPresent()
                && now.suspects().bars(now.hosts().get().host(host), seed);
    }

    /** Empty when it is trusted, or on probation. */
    OptionalLong suspectedSinceNanos(String host) {
        Optional<Suspicion> suspicion = judged.of(host).filter(one -> !one.onProbation());
        return suspicion.isPresent() ? OptionalLong.of(suspicion.get().sinceNanos()) : OptionalLong.empty();
    }

    /** Says who gets no task, if others do not than before. */
    void log(Suspects before, Topology topology, long nowNanos) {
        Suspects now = judged.suspects();
        if (!now.hosts().equals(before.hosts())) {
            int[] hosts = now.hosts().stream().mapToInt(host -> host).toArray();
            LOG.info(
                    "Hosts that get no task: {}",
                    now.isEmpty()
                            ? "none"
                            : now.words(
                                    hosts, host -> topology.nodes().get(host).name(), nowNanos));
        }
    }

    Suspects suspects() {
        return judged.suspects();
    }
}

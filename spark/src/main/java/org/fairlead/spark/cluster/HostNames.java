// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;

/**
 * Finds which host of a topology a name or an address means: the host of that name, of its first label, or of an address that both
 * have. An address that several hosts have means none of them. Asking takes no lock; the name service is asked in the background.
 */
final class HostNames {
    /** Names that no host bears, at most; further ones stay unknown. */
    private static final int MOST_STRANGE = 10_000;

    private static final int UNKNOWN = -1;
    private static final long NEVER = Long.MIN_VALUE;
    private static final long AGAIN_AFTER_NANOS = 60_000_000_000L;

    /** Addresses of a name; may block. */
    interface NameService {
        NameService SYSTEM = name -> List.of(InetAddress.getAllByName(name));

        List<InetAddress> addresses(String name) throws IOException;
    }

    private final Topology topology;
    private final NameService names;
    private final Map<String, Integer> known = new ConcurrentHashMap<>();
    /** Names that are asked for and mean none of the hosts yet, and when they were last looked up. */
    private final Map<String, Long> strange = new ConcurrentHashMap<>();

    private Map<InetAddress, Integer> byAddress = Map.of();
    private long byAddressNanos = NEVER;

    HostNames(Topology topology, NameService names) {
        this.topology = topology;
        this.names = names;
        topology.hosts().forEach(host -> known.put(host.name(), host.index()));
    }

    /** @return −1 when it is none of the topology's, or not known yet */
    int host(String name) {
        Integer exact = known.get(name);
        if (exact != null) {
            return exact;
        }
        Integer label = known.get(firstLabel(name));
        if (label != null) {
            return label;
        }
        if (strange.size() < MOST_STRANGE) {
            strange.putIfAbsent(name, NEVER);
        }
        return UNKNOWN;
    }

    /** Looks up strange names that were not looked up lately; for a thread that may wait. */
    void lookUp(long nowNanos) {
        strange.forEach((name, lastNanos) -> {
            if (isOld(lastNanos, nowNanos)) {
                Set<Integer> hosts = hosts(name, nowNanos);
                if (hosts.size() == 1) {
                    known.put(name, hosts.iterator().next());
                    strange.remove(name);
                } else {
                    strange.put(name, nowNanos);
                }
            }
        });
    }

    private Set<Integer> hosts(String name, long nowNanos) {
        if (isOld(byAddressNanos, nowNanos)) {
            byAddress = addressesOfHosts();
            byAddressNanos = nowNanos;
        }
        Set<Integer> hosts = new HashSet<>();
        addresses(name).forEach(address -> hosts.add(byAddress.getOrDefault(address, UNKNOWN)));
        hosts.remove(UNKNOWN);
        return hosts;
    }

    private static boolean isOld(long lastNanos, long nowNanos) {
        return lastNanos == NEVER || nowNanos - lastNanos > AGAIN_AFTER_NANOS;
    }

    private Map<InetAddress, Integer> addressesOfHosts() {
        Map<InetAddress, Integer> all = new HashMap<>();
        for (Host host : topology.hosts()) {
            for (InetAddress address : addresses(host.name())) {
                all.merge(address, host.index(), (one, other) -> one.equals(other) ? one : UNKNOWN);
            }
        }
        return all;
    }

    private List<InetAddress> addresses(String name) {
        try {
            return names.addresses(name);
        } catch (IOException e) {
            return List.of(); // it has none
        }
    }

    private static String firstLabel(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        int dot = lower.indexOf('.');
        boolean address =
                lower.indexOf(':') >= 0 || (!lower.isEmpty() && Character.isDigit(lower.charAt(lower.length() - 1)));
        return dot > 0 && !address ? lower.substring(0, dot) : lower;
    }
}

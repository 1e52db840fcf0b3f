// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.fairlead.protocol.time.TimeSource;

/** Addresses of hosts without a DataNode, as a name service has them. Whoever makes a table takes what is known; a thread of its own asks, which may take long. Safe for threads. */
public final class LookedUpAddresses {
    private static final long KNOWN_NANOS = 600_000_000_000L;
    private static final long UNKNOWN_NANOS = 30_000_000_000L;

    private final TimeSource time;
    private final NameService service;
    private final Map<String, Entry> known = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    /** Who knows addresses. */
    @FunctionalInterface
    interface NameService {
        String address(String name) throws UnknownHostException;
    }

    private record Entry(Optional<String> address, long askAgainNanos) {}

    public LookedUpAddresses(TimeSource time) {
        this(time, name -> InetAddress.getByName(name).getHostAddress());
    }

    LookedUpAddresses(TimeSource time, NameService service) {
        this.time = time;
        this.service = service;
    }

    Optional<String> address(String host) {
        Entry entry = known.get(host);
        return entry == null ? Optional.empty() : entry.address;
    }

    /** Changes when an address does. */
    public long version() {
        return version.get();
    }

    /**
     * Asks for what is not known, or not any more. An address stays while nobody answers.
     *
     * @param hosts all that anybody may want to know; others are forgotten
     * @param goOn whether to ask for one more
     */
    public void lookUp(List<String> hosts, BooleanSupplier goOn) {
        known.keySet().retainAll(Set.copyOf(hosts));
        for (String host : hosts) {
            if (!goOn.getAsBoolean()) {
                return;
            }
            Entry before = known.get(host);
            if (before == null || time.nanoTime() - before.askAgainNanos >= 0) {
                lookUp(host, before == null ? Optional.empty() : before.address);
            }
        }
    }

    private void lookUp(String host, Optional<String> before) {
        Optional<String> address = before;
        long lastsNanos = UNKNOWN_NANOS;
        try {
            address = Optional.of(service.address(host));
            lastsNanos = KNOWN_NANOS;
        } catch (UnknownHostException e) {
            // asked again sooner
        }
        known.put(host, new Entry(address, time.nanoTime() + lastsNanos));
        if (!address.equals(before)) {
            version.incrementAndGet();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which connections may stay. Strangers are the first to make room, the oldest first, so that somebody known gets in
 * through a crowd of them: a newcomer is asked who it is before its turn to go comes. Then go those known that have been
 * silent longest. Of the front's thread alone.
 */
final class ConnectionTable<C> {
    private final FrontBounds bounds;
    private final LinkedHashSet<C> strangers = new LinkedHashSet<>();
    private final LinkedHashSet<C> known = new LinkedHashSet<>();
    private final Map<C, InetAddress> addresses = new HashMap<>();
    private final Map<InetAddress, LinkedHashSet<C>> strangersByAddress = new HashMap<>();
    private final Map<InetAddress, Integer> knownByAddress = new HashMap<>();

    ConnectionTable(FrontBounds bounds) {
        this.bounds = bounds;
    }

    /** Takes in a newcomer; says who has to go for it. */
    Optional<C> enter(C newcomer, InetAddress from) {
        Optional<C> leaves = Optional.empty();
        LinkedHashSet<C> neighbours = strangersByAddress.getOrDefault(from, new LinkedHashSet<>());
        if (!from.isLoopbackAddress() && neighbours.size() >= bounds.strangersOfAddress()) {
            leaves = Optional.of(neighbours.iterator().next());
        } else if (strangers.size() >= bounds.strangers()) {
            leaves = Optional.of(strangers.iterator().next());
        } else if (strangers.size() + known.size() >= bounds.connections()) {
            leaves = Optional.of(
                    (strangers.isEmpty() ? known : strangers).iterator().next());
        }
        leaves.ifPresent(this::leave);
        strangers.add(newcomer);
        addresses.put(newcomer, from);
        strangersByAddress
                .computeIfAbsent(from, address -> new LinkedHashSet<>())
                .add(newcomer);
        return leaves;
    }

    /**
     * A connection has asked something, as somebody known or not.
     *
     * @return false when its address has too many of those known: it stays a stranger
     */
    boolean asked(C connection, boolean isKnown) {
        if (known.remove(connection)) {
            known.add(connection); // now the last to go
            return true;
        }
        if (!isKnown) {
            return true;
        }
        InetAddress from = addresses.get(connection);
        if (from == null) {
            return true; // it has left
        }
        int ofAddress = knownByAddress.getOrDefault(from, 0);
        if (!from.isLoopbackAddress() && ofAddress >= bounds.knownOfAddress()) {
            return false;
        }
        removeStranger(connection, from);
        known.add(connection);
        knownByAddress.put(from, ofAddress + 1);
        return true;
    }

    void leave(C connection) {
        InetAddress from = addresses.remove(connection);
        if (from == null) {
            return;
        }
        if (known.remove(connection)) {
            knownByAddress.computeIfPresent(from, (address, count) -> count == 1 ? null : count - 1);
        } else {
            removeStranger(connection, from);
        }
    }

    private void removeStranger(C connection, InetAddress from) {
        strangers.remove(connection);
        strangersByAddress.computeIfPresent(from, (address, all) -> {
            all.remove(connection);
            return all.isEmpty() ? null : all;
        });
    }

    int known() {
        return known.size();
    }

    int strangers() {
        return strangers.size();
    }

    /** A copy: whoever goes through it may let connections leave. */
    List<C> all() {
        return new ArrayList<>(addresses.keySet());
    }
}

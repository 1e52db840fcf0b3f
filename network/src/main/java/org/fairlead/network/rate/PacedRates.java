// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.protocol.time.TimeSource;

/**
 * Rates where nobody may touch a network's queues: this process's own sockets send no faster than what their unit was allotted. That leaves the rest to others, and guarantees nothing: where others send more, the unit gets less.
 *
 * <p><b>Algorithm.</b> Each time, the connected sockets of this process are looked through; those of a unit, by its receiver's address and the ports of its class, share its rate evenly. A socket that belongs to no unit any more may
 * send as fast as it can again. Sockets end with the process; when nobody renews, the next call, with whatever is wanted then, lets go of them.
 *
 * <p><b>Source.</b> {@code SO_MAX_PACING_RATE}, socket(7); TCP keeps to it since Linux 4.13 without any queueing discipline.
 */
final class PacedRates implements RateDriver {
    private final RateSettings.Pacing settings;
    private final PacedSockets sockets;
    private final TimeSource time;
    private Set<PacedSockets.Connection> paced = Set.of();
    private boolean closed;
    private volatile Held held = new Held(Set.of(), 0);

    private record Held(Set<FlowUnit> units, long untilNanos) {}

    PacedRates(RateSettings.Pacing settings, PacedSockets sockets, TimeSource time) {
        this.settings = settings;
        this.sockets = sockets;
        this.time = time;
    }

    @Override
    public boolean guarantees() {
        return false;
    }

    @Override
    public Duration lifetime() {
        return settings.lifetime();
    }

    @Override
    public Set<FlowUnit> held() {
        Held now = held;
        return time.nanoTime() - now.untilNanos() < 0 ? now.units() : Set.of();
    }

    @Override
    public Map<FlowUnit, String> hold(List<RateAllotment> wanted) throws DriverException {
        if (closed) {
            throw new DriverException("the sockets of this process are paced no longer");
        }
        Map<FlowUnit, String> refused = new LinkedHashMap<>();
        Set<FlowUnit> units = new HashSet<>();
        Map<PacedSockets.Connection, Long> rates = new HashMap<>();
        List<PacedSockets.Connection> connections = sockets.connected();
        for (RateAllotment each : wanted) {
            String against = reasonAgainst(each.unit());
            if (!against.isEmpty()) {
                refused.put(each.unit(), against);
                continue;
            }
            List<PacedSockets.Connection> own = connections.stream()
                    .filter(one -> belongs(one, each.unit()))
                    .toList();
            own.forEach(one -> rates.put(one, Math.max(1, Math.round(each.bytesPerSecond() / own.size()))));
            units.add(each.unit());
        }
        List<PacedSockets.Connection> free = new ArrayList<>(paced);
        free.removeAll(rates.keySet());
        sockets.pace(free, PacedSockets.UNLIMITED);
        for (Map.Entry<PacedSockets.Connection, Long> each : rates.entrySet()) {
            sockets.pace(List.of(each.getKey()), each.getValue());
        }
        paced = Set.copyOf(rates.keySet());
        held = new Held(Set.copyOf(units), time.nanoTime() + settings.lifetime().toNanos());
        return refused;
    }

    private String reasonAgainst(FlowUnit unit) {
        if (unit.source() != settings.host()) {
            return "another host sends it";
        }
        if (!settings.addresses().containsKey(unit.destination())) {
            return "the receiving host has no address among those that were given";
        }
        return settings.ports().containsKey(unit.trafficClass())
                ? ""
                : "no port is granted for " + unit.trafficClass().label();
    }

    private boolean belongs(PacedSockets.Connection connection, FlowUnit unit) {
        return connection.peer().equals(settings.addresses().get(unit.destination()))
                && settings.ports().get(unit.trafficClass()).stream().anyMatch(port -> isAt(connection, port));
    }

    private static boolean isAt(PacedSockets.Connection connection, ClassPort port) {
        return port.port() == (port.whose() == LinuxLabels.Port.OWN ? connection.ownPort() : connection.peerPort());
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        held = new Held(Set.of(), 0);
        sockets.pace(List.copyOf(paced), PacedSockets.UNLIMITED);
        paced = Set.of();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.forwarding.Pin;
import org.fairlead.core.topology.Switch;
import org.fairlead.network.DriverException;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/** Writes pins to all their switches at once, at most {@value #MOST_AT_ONCE} entries between two barriers of a switch. */
final class PinWriter {
    static final int MOST_AT_ONCE = 1_000;

    private final Map<Switch, Mastery> masteries;
    private final long nowNanos;

    /** @param masteries of the switches that take what we write */
    PinWriter(Map<Switch, Mastery> masteries, long nowNanos) {
        this.masteries = masteries;
        this.nowNanos = nowNanos;
    }

    private record Entry(FlowUnit unit, OFFlowMod mod) {}

    /**
     * Has entries be there.
     *
     * @return units of which one was refused, with the reason in words
     */
    Map<FlowUnit, String> add(Collection<Pin> pins) {
        return write(pins, (tables, pin) -> tables.pinned(pin));
    }

    /** Takes entries back. */
    Map<FlowUnit, String> remove(Collection<Pin> pins) {
        return write(pins, (tables, pin) -> tables.unpinned(pin));
    }

    private interface Entries {
        List<OFFlowMod> of(SwitchTables tables, Pin pin);
    }

    private Map<FlowUnit, String> write(Collection<Pin> pins, Entries entries) {
        Map<Switch, List<Entry>> bySwitch = new LinkedHashMap<>();
        Map<FlowUnit, String> refused = new HashMap<>();
        for (Pin pin : pins) {
            Mastery mastery = masteries.get(pin.at());
            if (mastery == null || !mastery.holds()) {
                refused.put(pin.unit(), pin.at().name() + " takes nothing from us now");
            } else {
                List<Entry> waiting = bySwitch.computeIfAbsent(pin.at(), none -> new ArrayList<>());
                entries.of(mastery.tables(), pin).forEach(mod -> waiting.add(new Entry(pin.unit(), mod)));
            }
        }
        for (int from = 0; !bySwitch.isEmpty(); from += MOST_AT_ONCE) {
            round(bySwitch, from, refused);
        }
        return refused;
    }

    private void round(Map<Switch, List<Entry>> bySwitch, int from, Map<FlowUnit, String> refused) {
        Map<Switch, CompletableFuture<SwitchConnection.Answer>> asked = new LinkedHashMap<>();
        Function<Switch, List<Entry>> batch = at -> {
            List<Entry> all = bySwitch.get(at);
            return all.subList(from, Math.min(all.size(), from + MOST_AT_ONCE));
        };
        for (Switch at : bySwitch.keySet()) {
            asked.put(
                    at,
                    masteries
                            .get(at)
                            .connection()
                            .write(batch.apply(at).stream().map(Entry::mod).toList()));
        }
        asked.forEach((at, answer) -> {
            Mastery mastery = masteries.get(at);
            List<Entry> written = batch.apply(at);
            try {
                SwitchConnection.Answer known = mastery.answer(answer);
                if (Mastery.isAnothers(known.errors())) {
                    mastery.lost(nowNanos);
                }
                known.errors().forEach((place, error) -> {
                    if (place < written.size()) {
                        refused.put(
                                written.get(place).unit(),
                                at.name() + " refuses an entry: " + SwitchErrors.words(error));
                    }
                });
            } catch (DriverException e) {
                written.forEach(entry -> refused.put(entry.unit(), e.getMessage()));
            }
        });
        bySwitch.values().removeIf(all -> all.size() <= from + MOST_AT_ONCE);
    }
}

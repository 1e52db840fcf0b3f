// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What was taken and what was odd, since the start. Safe for threads. */
public final class Counts {
    private final LongAdder heartbeats = new LongAdder();
    private final LongAdder switchReports = new LongAdder();
    private final LongAdder commitments = new LongAdder();
    private final LongAdder witnessReports = new LongAdder();
    private final Map<Oddity, LongAdder> oddities = new EnumMap<>(Oddity.class);

    public Counts() {
        for (Oddity oddity : Oddity.values()) {
            oddities.put(oddity, new LongAdder());
        }
    }

    void odd(Oddity oddity) {
        oddities.get(oddity).increment();
    }

    void heartbeat() {
        heartbeats.increment();
    }

    void switchReport() {
        switchReports.increment();
    }

    void commitments() {
        commitments.increment();
    }

    void witnessReport() {
        witnessReports.increment();
    }

    /** Messages of NameNodes taken. */
    public long witnessReports() {
        return witnessReports.sum();
    }

    /** Messages of applications taken. */
    public long commitmentReports() {
        return commitments.sum();
    }

    /** Heartbeats taken. */
    public long heartbeats() {
        return heartbeats.sum();
    }

    /** Messages of switch exporters taken. */
    public long switchReports() {
        return switchReports.sum();
    }

    public long oddities(Oddity oddity) {
        return oddities.get(oddity).sum();
    }
}

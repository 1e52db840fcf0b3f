// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.util.Locale;

/** What was strange in a report that was taken all the same; each is counted. */
public enum ReportAnomaly {
    /** A counter went backwards: the device or its driver started again. */
    COUNTER_RESET,
    /** More than a link can carry: taken for its capacity. */
    ABSURD_RATE,
    /** A source started again. */
    RESTART,
    /** Switch counters of a link that the topology does not have: left out. */
    UNKNOWN_LINK,
    /** Flow requests or words of hosts that the topology does not have: left out. */
    UNKNOWN_HOST,
    /** Flow requests beyond the quota of their token: scaled down. */
    OVER_QUOTA;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

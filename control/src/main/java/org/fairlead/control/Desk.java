// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.History;
import org.fairlead.control.view.Views;
import org.fairlead.core.view.Knowledge;

/** All that a controller consists of, for those parts that answer for it. */
record Desk(
        String name,
        long epoch,
        Gate gate,
        Reports reports,
        Views views,
        Own own,
        History history,
        Decisions decisions,
        Refusals refusals,
        LongAdder requestCount) {
    Map<Knowledge, Integer> agents(long nowNanos) {
        return Metrics.agents(this, nowNanos);
    }

    long requests() {
        return requestCount.sum();
    }
}

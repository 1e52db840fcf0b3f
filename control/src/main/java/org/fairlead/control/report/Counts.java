// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import java.util.EnumMap;
import java.util.Map;
import org.fairlead.control.metrics.Metrics;

/** What was taken and what was odd, since the start. Safe for threads. */
public final class Counts {
    private final CounterDataPoint heartbeats;
    private final CounterDataPoint switchReports;
    private final CounterDataPoint flowRequests;
    private final CounterDataPoint witnessReports;
    private final Map<ReportAnomaly, CounterDataPoint> oddities = new EnumMap<>(ReportAnomaly.class);

    public Counts(Metrics metrics) {
        heartbeats = metrics.counter(
                        "fairlead_heartbeats_total",
                        "Reports of hosts' counters taken from agents; a slower growth than one for each host and interval"
                                + " means agents that are down or refused.")
                .labelValues();
        switchReports = metrics.counter(
                        "fairlead_switch_reports_total",
                        "Reports of links' counters taken from switch exporters; no growth means that links between switches"
                                + " become unknown.")
                .labelValues();
        flowRequests = metrics.counter(
                        "fairlead_flow_requests_total",
                        "Reports of coming transfers taken from applications; no growth while Spark jobs run means that their"
                                + " drivers do not reach this controller.")
                .labelValues();
        witnessReports = metrics.counter(
                        "fairlead_witness_reports_total",
                        "Reports of NameNodes elsewhere on DataNodes that they hear; no growth means that they do not reach"
                                + " this controller, and is right when its only NameNode embeds it.")
                .labelValues();
        Counter odd = metrics.counter(
                "fairlead_oddities_total",
                "Strange values in reports that were taken all the same, by kind; steady growth means a wrong topology, a"
                        + " broken counter or a sender that restarts.",
                "kind");
        for (ReportAnomaly oddity : ReportAnomaly.values()) {
            oddities.put(oddity, odd.labelValues(oddity.word()));
        }
    }

    void odd(ReportAnomaly oddity) {
        oddities.get(oddity).inc();
    }

    void heartbeat() {
        heartbeats.inc();
    }

    void switchReport() {
        switchReports.inc();
    }

    void flowRequests() {
        flowRequests.inc();
    }

    void witnessReport() {
        witnessReports.inc();
    }

    /** Messages of NameNodes taken. */
    public long witnessReports() {
        return witnessReports.getLongValue();
    }

    /** Messages of applications taken. */
    public long flowRequestReports() {
        return flowRequests.getLongValue();
    }

    /** Heartbeats taken. */
    public long heartbeats() {
        return heartbeats.getLongValue();
    }

    /** Messages of switch exporters taken. */
    public long switchReports() {
        return switchReports.getLongValue();
    }

    public long oddities(ReportAnomaly oddity) {
        return oddities.get(oddity).getLongValue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.Map;
import java.util.Optional;
import org.fairlead.core.health.FailureDetector;
import org.fairlead.core.health.Suspects;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.ExecutorMemory;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.BandwidthWithoutSuspects;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.LoadModelSetting;
import org.fairlead.core.view.LoadModels;
import org.fairlead.core.view.Staleness;
import org.fairlead.core.view.UncontendedCheck;
import org.fairlead.protocol.forecast.ForecastFile;
import org.fairlead.protocol.time.TimeSource;

/**
 * All that belongs to one topology: it takes in what is reported of it and makes snapshots of that.
 *
 * @param formerLedger of the smaller topology before it, where there was one
 */
record TopologyPicture(
        Topology topology,
        HostNames hosts,
        LoadModel model,
        TaskLedger ledger,
        Optional<TaskLedger> formerLedger,
        OwnSamples samples,
        FailureDetector health) {
    /** Tasks read on into the next block, fetch broadcasts, send results: nobody reports it, and it is over in a moment. */
    private static final long RISE_NANOS = 2_000_000_000L;

    /**
     * Of a topology that is new.
     *
     * @param before of the one before; where nobody describes the network, its hosts have the same numbers in both
     */
    static TopologyPicture of(
            Topology topology,
            ClusterSettings settings,
            HostNames.NameService names,
            PathProposals.Counts proposals,
            Optional<TopologyPicture> before,
            TimeSource time) {
        long interval = settings.interval().toNanos();
        LoadModel model = LoadModels.make(
                settings.loadModel(),
                new LoadModelSetting(
                        topology,
                        interval,
                        RISE_NANOS,
                        settings.spark().blockBytes(),
                        ForecastFile.of(settings.clairvoyantFile(), topology, time)));
        Optional<TopologyPicture> smaller = settings.findsHosts() ? before : Optional.empty();
        OwnSamples samples = new OwnSamples(topology, interval);
        smaller.ifPresent(then -> then.samples().copyTo(samples, time.nanoTime()));
        return new TopologyPicture(
                topology,
                new HostNames(topology, names),
                model,
                new TaskLedger(topology, model, proposals),
                smaller.map(TopologyPicture::ledger),
                samples,
                before.map(then -> then.health().movedTo(topology)).orElseGet(() -> new FailureDetector(topology)));
    }

    /**
     * Takes in what a controller reported, with samples where it knows nothing.
     *
     * @param version of the view that is made of both
     */
    void observe(ClusterView reported, Suspects suspects, Staleness staleness, long version, long nowNanos) {
        health.reported(suspects);
        model.observe(MergedView.of(reported, samples.view(nowNanos), staleness, version, nowNanos), nowNanos);
        ledger.viewed(nowNanos);
    }

    boolean isUncontended(long nowNanos) {
        return UncontendedCheck.isUncontended(model.availableBandwidth(), nowNanos);
    }

    ClusterSnapshot snapshot(Map<String, ExecutorMemory> memory, long nowNanos, TimeSource time) {
        return new MeasuredCluster(
                BandwidthWithoutSuspects.of(model.availableBandwidth(), health.judge(nowNanos)),
                hosts,
                ledger,
                memory,
                time);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.admission;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.Views;
import org.fairlead.core.network.HeldPaths;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.prefetch.admission.RequestedFetch;
import org.fairlead.core.prefetch.admission.SharedAdmission;
import org.fairlead.core.prefetch.admission.TransferPace;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.ClusterView;
import org.fairlead.core.view.LoadModel;
import org.fairlead.core.view.LoadModelSetting;
import org.fairlead.core.view.LoadModels;
import org.fairlead.protocol.message.FlowRequests;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.time.TimeSource;

/**
 * Gives quotas to what all applications fetch ahead ({@link SharedAdmission}), by what is measured. Nobody gets any while nothing is known of the network, or the kill switch is on: then all goes as fast as it can. A pass is made when an application asks, at most twenty times a
 * second. Safe for threads.
 */
public final class AdmissionControl {
    private static final long LEAST_EVERY_NANOS = 50_000_000;
    /** Of all applications together; where there are more, all goes as fast as it can, since a pass would take too long. */
    private static final int MOST_FETCHES = 16_384;

    private final String policy;
    private final Reports reports;
    private final Views views;
    private final long intervalNanos;
    private final ToDoubleFunction<Link> guaranteedBytesPerSecond;
    private final TimeSource time;
    private State state;

    /**
     * What the last pass has admitted.
     *
     * @param untilNanos when it ends unless there is another pass, as quotas do
     */
    public record Needs(List<SharedAdmission.Need> needs, long untilNanos) {
        public Needs {
            needs = List.copyOf(needs);
        }
    }

    /** All that belongs to one topology. */
    private static final class State {
        private final Topology topology;
        private final SharedAdmission admission;
        private final LoadModel loads;
        private ClusterView view;
        private Map<String, List<SharedAdmission.Quota>> quotas = Map.of();
        /** Who was there when they were made. */
        private Set<String> applications = Set.of();

        private long passedNanos;

        State(Topology topology, SharedAdmission admission, LoadModel loads) {
            this.topology = topology;
            this.admission = admission;
            this.loads = loads;
        }
    }

    /**
     * @param policy a name of {@link RateAdmissions}
     * @param intervalNanos between two reports
     * @param guaranteedBytesPerSecond what the device before a link guarantees to all fetches together whatever others send; 0 where it guarantees nothing
     */
    public AdmissionControl(
            String policy,
            Reports reports,
            Views views,
            long intervalNanos,
            ToDoubleFunction<Link> guaranteedBytesPerSecond,
            TimeSource time) {
        this.policy = policy;
        this.reports = reports;
        this.views = views;
        this.intervalNanos = intervalNanos;
        this.guaranteedBytesPerSecond = guaranteedBytesPerSecond;
        this.time = time;
    }

    /** The quotas of what an application fetches, beside what all others do. */
    public synchronized List<Reply.Quota> quotas(String application) {
        ClusterView view = views.view();
        Map<String, List<RequestedFetch>> requested = reports.fetches(view.topology());
        int fetches = requested.values().stream().mapToInt(List::size).sum();
        boolean concerned = requested.containsKey(application)
                || (state != null && state.applications.contains(application)); // it has just ended what it fetched
        if (!concerned || fetches > MOST_FETCHES || !views.enforcement()) {
            return List.of();
        }
        long now = time.nanoTime();
        State known = of(view, now);
        if (known.loads.availableBandwidth().isBlind(now)) {
            return List.of();
        }
        boolean same = known.applications.equals(requested.keySet());
        if (!same || now - known.passedNanos >= LEAST_EVERY_NANOS) {
            known.quotas = known.admission.admit(
                    requested,
                    new HeldPaths(view.topology().routes(), view.steering(), now),
                    link -> known.loads.availableBandwidth().left(link, now),
                    link -> guaranteedBytesPerSecond.applyAsDouble(
                            view.topology().links().get(link)),
                    now);
            known.applications = Set.copyOf(requested.keySet());
            known.passedNanos = now;
        }
        return known.quotas.getOrDefault(application, List.of()).stream()
                .limit(FlowRequests.MOST_FLOWS)
                .map(quota ->
                        new Reply.Quota(quota.id(), Math.max(1, Math.round(quota.bytesPerSecond())), quota.admitted()))
                .toList();
    }

    /** What admitted fetches need now; of nobody while the kill switch is on, or once no application has asked for as long as quotas hold. */
    public synchronized Needs needs() {
        long now = time.nanoTime();
        boolean stands = state != null
                && state.topology == views.view().topology()
                && !state.applications.isEmpty()
                && now - state.passedNanos < TransferPace.VALID_NANOS;
        return stands && views.enforcement()
                ? new Needs(state.admission.needs(now), state.passedNanos + TransferPace.VALID_NANOS)
                : new Needs(List.of(), now);
    }

    private State of(ClusterView view, long nowNanos) {
        if (state == null || state.topology != view.topology()) {
            state = new State(
                    view.topology(),
                    new SharedAdmission(RateAdmissions.named(policy), view.topology()),
                    LoadModels.make(LoadModels.OWN, new LoadModelSetting(view.topology(), intervalNanos, 0)));
        }
        if (state.view != view) {
            state.view = view;
            state.loads.observe(view, nowNanos);
        }
        return state;
    }
}

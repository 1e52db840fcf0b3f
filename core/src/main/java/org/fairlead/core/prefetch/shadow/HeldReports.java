// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fairlead.core.plan.ApplicationPlanner;
import org.fairlead.core.plan.ClusterSnapshot;
import org.fairlead.core.plan.PlannedStage;
import org.fairlead.core.profile.StageAttempt;

/** Tells a planner what executors hold for the tasks of its stages, and what they hold no more, also of executors that are gone. Not safe for threads. */
public final class HeldReports {
    private final ApplicationPlanner planner;
    private final HeldChanges changes = new HeldChanges();
    /** By executors' ids, as these name them: of those that the planner knows, and of those of which something is reported to be held. */
    private final Map<String, String> hosts = new HashMap<>();

    public HeldReports(ApplicationPlanner planner) {
        this.planner = planner;
    }

    /**
     * Tells the planner what differs from what it was told before.
     *
     * @param now all that counts as held, by the requests' numbers; what is missing is held no more
     * @param stages that are planned; of others it knows nothing
     */
    public void report(
            Map<Long, HeldChanges.Held> now,
            Function<StageAttempt, Optional<PlannedStage>> stages,
            ClusterSnapshot known) {
        List<HeldChanges.Held> changed = changes.since(now);
        if (changed.isEmpty()) {
            return;
        }
        planner.executors().all().forEach(each -> hosts.put(each.id(), each.host()));
        changed.forEach(each -> stages.apply(each.request().stage()).ifPresent(stage -> tell(stage, each, known)));
        hosts.keySet()
                .retainAll(now.values().stream()
                        .map(held -> held.request().executor())
                        .collect(Collectors.toSet()));
    }

    private void tell(PlannedStage stage, HeldChanges.Held changed, ClusterSnapshot known) {
        PrefetchRequest request = changed.request();
        String host = hosts.get(request.executor());
        if (host != null) {
            planner.held(stage, request.task(), request.executor(), host, changed.bytes(), known);
        }
    }

    /** Whether the planner was told that a request counts. */
    public boolean isReported(long id) {
        return changes.isReported(id);
    }

    /** A request is over in a way that the planner knows of by itself. */
    public void forget(long id) {
        changes.forget(id);
    }
}

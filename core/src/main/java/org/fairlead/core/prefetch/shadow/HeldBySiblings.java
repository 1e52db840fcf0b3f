// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.core.profile.StageAttempt;

/** Tasks whose input other executors of the same host hold, or get: an executor leaves them to those while it finds another, as plans do. Immutable. */
final class HeldBySiblings {
    private final Map<String, Map<StageAttempt, List<Integer>>> byExecutor = new HashMap<>();

    /** @param standing requests that are carried out */
    HeldBySiblings(List<SlotForecast.Executor> executors, List<PrefetchRequest> standing) {
        Map<Integer, List<String>> byHost = new HashMap<>();
        executors.forEach(executor -> byHost.computeIfAbsent(executor.host(), unused -> new ArrayList<>(1))
                .add(executor.id()));
        for (PrefetchRequest request : standing) {
            for (String executor : byHost.getOrDefault(request.host(), List.of())) {
                if (!executor.equals(request.executor())) {
                    byExecutor
                            .computeIfAbsent(executor, unused -> new HashMap<>())
                            .computeIfAbsent(request.stage(), unused -> new ArrayList<>())
                            .add(request.task());
                }
            }
        }
    }

    /** Of a stage, the tasks that an executor leaves to others of its host. */
    List<Integer> tasks(String executor, StageAttempt stage) {
        return byExecutor.getOrDefault(executor, Map.of()).getOrDefault(stage, List.of());
    }
}

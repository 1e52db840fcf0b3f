// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;
import java.util.Map;
import org.fairlead.core.plan.ExecutorMemory;

/**
 * What an application reports of all its stages.
 *
 * @param id Spark's
 * @param mode of the application; pools may have others
 * @param canaryShare share of the stages that are ours in canary
 * @param verdict what came of it, over the stages that are listed
 * @param memory of executors that reported it, by their ids
 * @param stages newest first, a bounded number
 * @param launches the newest decisions, the newest first; as many as were asked for
 * @param declines likewise
 * @param allowances of hosts that have used up what their network device is allowed, those that did most often first
 * @param prefetch what became of input that was fetched ahead
 * @param copies what became of map output that was copied while its stage ran
 */
public record ApplicationReport(
        String id,
        String name,
        long timeMillis,
        String mode,
        String policy,
        double canaryShare,
        CanaryReport canary,
        ApplicationVerdict verdict,
        Map<String, ExecutorMemory> memory,
        List<StageReport> stages,
        List<LaunchReport> launches,
        List<DeclineReport> declines,
        List<NicAllowance> allowances,
        PrefetchReport prefetch,
        CopiesReport copies) {
    public ApplicationReport {
        id = MissingPart.text(id);
        name = MissingPart.text(name);
        mode = MissingPart.text(mode);
        policy = MissingPart.text(policy);
        memory = memory == null ? Map.of() : Map.copyOf(memory);
        stages = MissingPart.list(stages);
        launches = MissingPart.list(launches);
        declines = MissingPart.list(declines);
        allowances = MissingPart.list(allowances);
        prefetch = prefetch == null ? PrefetchReport.NONE : prefetch;
        copies = copies == null ? CopiesReport.NONE : copies;
    }
}

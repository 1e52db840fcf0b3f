// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.explain;

import java.util.List;
import org.fairlead.protocol.application.ApplicationVerdict;
import org.fairlead.protocol.application.CopiesReport;
import org.fairlead.protocol.application.DeclineReport;
import org.fairlead.protocol.application.LaunchReport;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.application.StageReport;

/**
 * What was asked for.
 *
 * @param application Spark's id
 * @param verdict what came of all its decisions; null where only some are known
 * @param stages of the decisions, newest first
 * @param launches newest first
 * @param declines newest first
 * @param allowances of hosts that have used up what their network device is allowed
 * @param prefetch what became of input that was fetched ahead, over the whole application
 * @param copies what became of map output that was copied while its stage ran, likewise
 */
public record ExplanationReport(
        String application,
        ApplicationVerdict verdict,
        List<StageReport> stages,
        List<LaunchReport> launches,
        List<DeclineReport> declines,
        List<NicAllowance> allowances,
        PrefetchReport prefetch,
        CopiesReport copies) {
    public ExplanationReport {
        stages = List.copyOf(stages);
        launches = List.copyOf(launches);
        declines = List.copyOf(declines);
        allowances = List.copyOf(allowances);
    }
}

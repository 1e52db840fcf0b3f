// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.TellingLine;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.simulation.PolicyAnswer;

/**
 * What one application would have taken.
 *
 * @param id the application's; may be empty
 * @param name the application's; may be empty
 * @param damage what of its log could not be read
 * @param observing the line with which the plug-in would have told more
 * @param check how far the log's own time is met by a replay
 * @param jobs how far the time of each job is met
 * @param stages how far the time of each stage is met
 * @param predictions one for each change, in their order; none where the log's own time is not met
 * @param policies under which it was simulated; empty where nobody asked
 */
public record WhatIfAnswer(
        String id,
        String name,
        ApplicationLog.Damage damage,
        TellingLine observing,
        SelfCheck check,
        List<PartCheck> jobs,
        List<PartCheck> stages,
        List<Prediction> predictions,
        Optional<PolicyAnswer> policies) {
    public WhatIfAnswer {
        jobs = List.copyOf(jobs);
        stages = List.copyOf(stages);
        predictions = List.copyOf(predictions);
    }
}

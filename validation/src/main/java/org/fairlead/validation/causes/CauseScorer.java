// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.analysis.Analyst;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.ApplicationReader;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.testbed.causes.CauseFiles;
import org.fairlead.testbed.causes.HiddenCause;

/** Asks of each application that was run why it was slow, as {@code why} does, and compares that with the hidden cause. */
final class CauseScorer {
    private CauseScorer() {}

    /** One for each application that ran to its end. */
    static List<ScoredRun> score(CauseFiles files) throws IOException {
        List<HiddenCause> causes = files.causes();
        Optional<Zones> racks = Optional.of(Zones.read(files.racks()));
        List<ScoredRun> scored = new ArrayList<>();
        for (HiddenCause cause : causes) {
            ApplicationLog log = ApplicationReader.read(files.log(cause.run()), RunObserver.NONE);
            ObservedReads reads = ObservedReads.read(files.decisions(cause.run()));
            Diagnosis observed = Analyst.diagnose(log, racks, Optional.of(reads), RunObserver.NONE);
            Diagnosis alone = Analyst.diagnose(log, racks, Optional.empty(), RunObserver.NONE);
            List<String> felt = log.executors().stream()
                    .map(ExecutorLog::host)
                    .filter(host -> host.equals(cause.place())
                            || racks.orElseThrow().zone(host).equals(cause.place()))
                    .distinct()
                    .toList();
            scored.add(new ScoredRun(cause, felt, observed.times().jobs() / 1000, observed.verdict(), alone.verdict()));
        }
        return scored;
    }
}

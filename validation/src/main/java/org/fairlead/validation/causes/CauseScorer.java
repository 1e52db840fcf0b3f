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
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.testbed.causes.CauseFiles;
import org.fairlead.testbed.causes.Counterpart;
import org.fairlead.testbed.causes.HiddenCause;

/** Asks of each application that was run why it was slow, as {@code why} does, and what it would have taken otherwise, as {@code what-if} does. */
final class CauseScorer {
    private CauseScorer() {}

    /**
     * What was answered of all applications, in their order.
     *
     * @param why one for each
     * @param whatIf one for each
     */
    record Scores(List<ScoredRun> why, List<AskedRun> whatIf) {}

    /**
     * Of the applications that ran to their end.
     *
     * @param from only of this one and those that came after it, from 1
     * @throws InvalidFileException if there are none, or a file cannot be read
     */
    static Scores score(CauseFiles files, int from) throws IOException {
        List<HiddenCause> causes =
                files.causes().stream().filter(cause -> cause.run() >= from).toList();
        if (causes.isEmpty()) {
            throw new InvalidFileException(
                    files.observed(from).toString(), 0, "", "no application from this one on ran to its end");
        }
        Optional<Zones> racks = Optional.of(Zones.read(files.racks()));
        List<ScoredRun> scored = new ArrayList<>();
        List<AskedRun> asked = new ArrayList<>();
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
            double jobSeconds = observed.times().jobs() / 1000;
            double withCause = observed.causes().areKnown() ? observed.causes().share() : Double.NaN;
            scored.add(new ScoredRun(cause, felt, jobSeconds, observed.verdict(), alone.verdict(), withCause));
            asked.add(WhatIfAsker.ask(cause, jobSeconds, log, reads, racks, measured(files, cause)));
        }
        return new Scores(scored, asked);
    }

    private static List<WhatIfAsker.Measured> measured(CauseFiles files, HiddenCause cause) throws IOException {
        List<WhatIfAsker.Measured> all = new ArrayList<>();
        for (Counterpart each : files.counterparts(cause.run())) {
            ApplicationLog log = ApplicationReader.read(files.log(each), RunObserver.NONE);
            Diagnosis diagnosis = Analyst.diagnose(log, ZoneTraffic.NONE, RunObserver.NONE);
            all.add(new WhatIfAsker.Measured(each, diagnosis.times().jobs() / 1000));
        }
        return all;
    }
}

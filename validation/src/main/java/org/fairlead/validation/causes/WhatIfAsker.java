// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.replay.SelfCheck;
import org.fairlead.diagnosis.report.DeclinedText;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.whatif.Change;
import org.fairlead.diagnosis.whatif.Prediction;
import org.fairlead.diagnosis.whatif.Question;
import org.fairlead.diagnosis.whatif.WhatIf;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.diagnosis.zones.Zones;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.testbed.causes.Counterpart;
import org.fairlead.testbed.causes.HiddenCause;

/** Asks of an application what {@code what-if} would be asked by somebody who knows the cause: what it would have taken without that. */
final class WhatIfAsker {
    private static final double MILLIS = 1000;

    private WhatIfAsker() {}

    /** What can be asked about a cause. Too few tasks, skew and full heaps are nothing that {@code what-if} knows. */
    private static List<Change> changes(HiddenCause cause) {
        return switch (cause.kind()) {
            case NONE, BUSY_NIC, FULL_UPLINK -> List.of(Change.NONE.withoutBackground());
            case SLOW_DISK, SLOW_PROCESSOR ->
                List.of(Change.NONE.withRepaired(cause.place()), Change.NONE.without(cause.place()));
            case SKEW, GARBAGE_COLLECTION, TOO_FEW_TASKS -> List.of();
        };
    }

    /**
     * A counterpart that was run.
     *
     * @param jobSeconds in which its jobs ran
     */
    record Measured(Counterpart counterpart, double jobSeconds) {
        private Change change() {
            return switch (counterpart.kind()) {
                case FASTER_LINKS -> Change.NONE.withLinks(Counterpart.LINKS);
                case WITHOUT_HOST -> Change.NONE.without(counterpart.host());
            };
        }

        private AskedRun.Beside beside() {
            return switch (counterpart.kind()) {
                case FASTER_LINKS -> AskedRun.Beside.FASTER_LINKS;
                case WITHOUT_HOST -> AskedRun.Beside.WITHOUT_HOST;
            };
        }
    }

    /** @param jobSeconds in which its jobs ran */
    static AskedRun ask(
            HiddenCause cause,
            double jobSeconds,
            ApplicationLog log,
            ObservedReads reads,
            Optional<Zones> racks,
            List<Measured> counterparts) {
        SelfCheck check = WhatIf.answer(log, question(List.of(), reads, racks), RunObserver.NONE)
                .check();
        List<AskedRun.Answer> answers = new ArrayList<>();
        for (Change change : changes(cause)) {
            // A host less is fewer slots, too: no application without a cause was run so.
            AskedRun.Beside beside = change.lacksHost() ? AskedRun.Beside.NOTHING : AskedRun.Beside.WITHOUT_CAUSE;
            answers.add(answer(change, beside, Double.NaN, jobSeconds, log, question(List.of(change), reads, racks)));
        }
        for (Measured each : counterparts) {
            Change change = each.change();
            answers.add(answer(
                    change,
                    each.beside(),
                    each.jobSeconds(),
                    jobSeconds,
                    log,
                    question(List.of(change), reads, racks)));
        }
        return new AskedRun(cause, jobSeconds, check.off(), answers);
    }

    private static Question question(List<Change> changes, ObservedReads reads, Optional<Zones> racks) {
        return new Question(changes, Optional.empty(), Optional.of(reads), racks);
    }

    private static AskedRun.Answer answer(
            Change change,
            AskedRun.Beside beside,
            double counterpartSeconds,
            double jobSeconds,
            ApplicationLog log,
            Question question) {
        WhatIfAnswer answer;
        try {
            answer = WhatIf.answer(log, question, RunObserver.NONE);
        } catch (IllegalArgumentException e) {
            return declined(change, e.getMessage(), beside, counterpartSeconds);
        }
        if (!answer.check().holds()) {
            String why = String.format(
                    Locale.ROOT,
                    "replayed as it was it is %+.0f %% off",
                    100 * answer.check().off());
            return declined(change, why, beside, counterpartSeconds);
        }
        Prediction prediction = answer.predictions().get(0);
        // Time before the first job and between jobs is part of what is predicted and stays as it was.
        double besides = answer.check().loggedMillis() / MILLIS - jobSeconds;
        return new AskedRun.Answer(
                change.words(),
                prediction.leastMillis() / MILLIS - besides,
                prediction.mostMillis() / MILLIS - besides,
                DeclinedText.of(prediction, answer.observing()),
                beside,
                counterpartSeconds);
    }

    private static AskedRun.Answer declined(
            Change change, String why, AskedRun.Beside beside, double counterpartSeconds) {
        return new AskedRun.Answer(change.words(), Double.NaN, Double.NaN, why, beside, counterpartSeconds);
    }
}

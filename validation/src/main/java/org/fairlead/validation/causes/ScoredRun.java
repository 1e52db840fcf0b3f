// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation.causes;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.fairlead.diagnosis.verdict.NamedCause;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.testbed.causes.CauseKind;
import org.fairlead.testbed.causes.HiddenCause;

/**
 * What {@code why} said of one application.
 *
 * @param felt hosts whose tasks the cause makes slow; empty where it is nowhere in particular
 * @param jobSeconds in which its jobs ran
 * @param observed by its log and its file of decisions
 * @param alone by its log alone
 * @param withCause share of its task time that has a cause by both, 0 to 1; NaN where nothing was observed
 */
record ScoredRun(
        HiddenCause cause, List<String> felt, double jobSeconds, Verdict observed, Verdict alone, double withCause) {
    ScoredRun {
        felt = List.copyOf(felt);
    }

    /** How right an answer is. */
    enum Score {
        RIGHT("right"),
        /** A host that is slow by it, and that nobody can tell what of it; or nothing named where there is a cause. */
        UNTOLD("not told"),
        WRONG("wrong");

        private final String words;

        Score(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    Score score(Verdict verdict) {
        Optional<NamedCause> named = verdict.first();
        if (named.isEmpty()) {
            return cause.kind() == CauseKind.NONE ? Score.RIGHT : Score.UNTOLD;
        }
        NamedCause first = named.get();
        if (felt.contains(first.place())
                && Set.of(NamedCause.Kind.HOST, NamedCause.Kind.DISK_OR_LINK).contains(first.kind())) {
            return Score.UNTOLD;
        }
        boolean same = kind(first.kind()) == cause.kind() && first.place().equals(cause.place());
        return same ? Score.RIGHT : Score.WRONG;
    }

    /** What a named cause is here; NONE for what is none of those that are drawn. */
    private static CauseKind kind(NamedCause.Kind kind) {
        return switch (kind) {
            case DISK -> CauseKind.SLOW_DISK;
            case PROCESSOR -> CauseKind.SLOW_PROCESSOR;
            case LINK -> CauseKind.BUSY_NIC;
            case RACK_LINK -> CauseKind.FULL_UPLINK;
            case SKEW -> CauseKind.SKEW;
            case GARBAGE_COLLECTION -> CauseKind.GARBAGE_COLLECTION;
            case TOO_FEW_TASKS -> CauseKind.TOO_FEW_TASKS;
            case HOST, DISK_OR_LINK -> CauseKind.NONE;
        };
    }

    /** In which jobs would have run without the cause that is named first; NaN where none is. */
    double predictedSeconds() {
        return observed.first().map(named -> jobSeconds * (1 - named.saves())).orElse(Double.NaN);
    }
}

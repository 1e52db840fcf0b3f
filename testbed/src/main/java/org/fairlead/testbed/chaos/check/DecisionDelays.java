// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Stock decides within two seconds where ours cannot, and nobody waits for a decision. */
final class DecisionDelays {
    private static final double STOCK_WITHIN_SECONDS = 2;
    /** From then on a host that has fallen silent is chosen no more. */
    private static final double NOTICED_WITHIN_SECONDS = 3;

    private DecisionDelays() {}

    private interface Pair {
        void look(ChaosHistory.Sample before, ChaosHistory.Sample after);
    }

    /** Every two samples that follow each other, of one NameNode's life. */
    private static void pairs(ChaosHistory history, Pair pair) {
        List<ChaosHistory.Sample> samples = history.samples();
        for (int i = 1; i < samples.size(); i++) {
            if (samples.get(i).epoch() == samples.get(i - 1).epoch()) {
                pair.look(samples.get(i - 1), samples.get(i));
            }
        }
    }

    static RuleVerdict areLeftToStock(ChaosHistory history) {
        List<String> late = new ArrayList<>();
        double[] judged = {0};
        for (ChaosHistory.Fault fault : history.faults()) {
            if (!fault.takesDecisionsAway()) {
                continue;
            }
            pairs(history, (before, after) -> {
                if (before.at() >= fault.begin() + STOCK_WITHIN_SECONDS && after.at() <= fault.lastedUntil()) {
                    double ours = after.enforced() - before.enforced();
                    judged[0] += ours + after.others() - before.others();
                    if (ours > 0) {
                        late.add(String.format(
                                Locale.ROOT,
                                "%.0f decisions of ours between %.1f s and %.1f s, in %s",
                                ours,
                                before.at(),
                                after.at(),
                                FaultFreeSpans.name(fault)));
                    }
                }
            });
        }
        return new RuleVerdict(
                "2 s after decisions were made impossible, stock decides", (long) judged[0] + " decisions", late);
    }

    static RuleVerdict keepNobodyWaiting(ChaosHistory history) {
        List<String> waited = new ArrayList<>();
        double[] judged = {0};
        pairs(history, (before, after) -> {
            double slow = after.slow() - before.slow();
            double seconds = after.waitedSeconds() - before.waitedSeconds();
            judged[0] += after.enforced() - before.enforced() + after.others() - before.others();
            // What did not take 50 ms took at most that; the mean of the rest is no more than its longest.
            if (slow > 0 && seconds / slow > STOCK_WITHIN_SECONDS) {
                waited.add(String.format(
                        Locale.ROOT,
                        "%.0f decisions that ended between %.1f s and %.1f s took %.1f s together",
                        slow,
                        before.at(),
                        after.at(),
                        seconds));
            }
        });
        return new RuleVerdict("no decision keeps anybody waiting for 2 s", (long) judged[0] + " decisions", waited);
    }

    static RuleVerdict avoidSilentHosts(ChaosHistory history) {
        List<String> chosen = new ArrayList<>();
        int judged = 0;
        for (ChaosHistory.Fault fault : history.faults()) {
            if (!fault.silencesHost()) {
                continue;
            }
            double noticed = fault.begin() + NOTICED_WITHIN_SECONDS;
            for (ChaosHistory.Decision decision : history.decisions()) {
                boolean during = decision.at() >= noticed && decision.at() <= fault.lastedUntil();
                // A writer's own host is where its first replica goes, silent to others or not.
                if (during && decision.enforced() && !decision.client().equals(fault.target())) {
                    judged++;
                    if (decision.chosen().contains(fault.target())) {
                        chosen.add(String.format(
                                Locale.ROOT,
                                "%.1f s: %s for a writer on %s, in %s",
                                decision.at(),
                                decision.chosen(),
                                decision.client(),
                                FaultFreeSpans.name(fault)));
                    }
                }
            }
        }
        return new RuleVerdict(
                "3 s after a host fell silent no decision of ours sends a block there", judged + " decisions", chosen);
    }
}

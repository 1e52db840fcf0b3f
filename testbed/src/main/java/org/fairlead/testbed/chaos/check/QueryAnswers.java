// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Queries give what stock Spark gave before anything was broken, and what is asked in quiet succeeds. */
final class QueryAnswers {
    private QueryAnswers() {}

    static RuleVerdict areRight(ChaosHistory history) {
        List<ChaosHistory.Query> answered = history.queries().stream()
                .filter(query -> query.error().isEmpty())
                .toList();
        List<String> wrong = answered.stream()
                .filter(query -> !query.digest().equals(history.answers().get(query.name())))
                .map(query -> query.name() + " at " + (long) query.start() + " s gave " + query.digest() + " and not "
                        + history.answers().get(query.name()))
                .toList();
        return new RuleVerdict("every query answers as stock did", answered.size() + " answers", wrong);
    }

    static RuleVerdict nothingFailsInQuiet(ChaosHistory history) {
        List<String> failed = new ArrayList<>();
        int judged = 0;
        for (ChaosHistory.Query query : history.queries()) {
            if (FaultFreeSpans.contains(history, query.start(), query.end())) {
                judged++;
                if (!query.error().isEmpty()) {
                    failed.add(query.name() + said(query.start(), query.error()));
                }
            }
        }
        for (List<ChaosHistory.Transfer> transfers : List.of(history.writes(), history.reads())) {
            for (ChaosHistory.Transfer transfer : transfers) {
                if (FaultFreeSpans.contains(history, transfer.start(), transfer.end())) {
                    judged++;
                    if (!transfer.succeeded()) {
                        failed.add(
                                transfer.path() + " on " + transfer.host() + said(transfer.start(), transfer.error()));
                    }
                }
            }
        }
        return new RuleVerdict(
                "what begins and ends without a fault succeeds", judged + " writes, reads and queries", failed);
    }

    private static String said(double start, String error) {
        return String.format(Locale.ROOT, " at %.1f s failed: %s", start, error);
    }
}

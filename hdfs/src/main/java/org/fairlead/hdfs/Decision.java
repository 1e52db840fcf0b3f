// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.util.List;
import org.fairlead.core.placement.Candidate;
import org.fairlead.core.topology.Host;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.report.TextLines;

/**
 * A decision as it was taken; turned into words in the background only.
 *
 * @param subject the file's path; empty for a read
 * @param chosen ours; empty when left to stock
 * @param stock what stock chose, or would have; empty when it was not asked
 */
public record Decision(
        long timeMillis,
        DecisionCounters.Kind kind,
        String subject,
        String client,
        Mode mode,
        String policy,
        boolean enforced,
        List<Host> chosen,
        List<Candidate> considered,
        String reason,
        List<Host> stock,
        long durationNanos) {
    private static final int MOST_CANDIDATES = 8;
    /** Characters: HDFS has longer paths, but nobody reads them. */
    private static final int LONGEST_SUBJECT = 4000;

    private static final int LONGEST_REASON = 1000;

    /** Names of files may have control characters, which messages may not: blanks stand for them. */
    DecisionMessage message(String nameNode) {
        return new DecisionMessage(
                timeMillis,
                nameNode,
                kind == DecisionCounters.Kind.WRITE ? DecisionMessage.Kind.WRITE : DecisionMessage.Kind.READ,
                TextLines.shortened(TextLines.visible(subject), LONGEST_SUBJECT),
                client,
                mode.label(),
                policy,
                enforced,
                names(chosen),
                considered.stream()
                        .limit(MOST_CANDIDATES)
                        .filter(candidate -> Double.isFinite(candidate.bytesPerSecond()))
                        .map(candidate -> new DecisionMessage.Scored(
                                candidate.host().name(), candidate.bytesPerSecond(), candidate.limit()))
                        .toList(),
                TextLines.shortened(TextLines.visible(reason), LONGEST_REASON),
                names(stock),
                durationNanos / 1000);
    }

    /** Of more hosts than a message may have, the first. */
    private static List<String> names(List<Host> hosts) {
        return hosts.stream()
                .limit(DecisionMessage.MOST_CANDIDATES)
                .map(Host::name)
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * One decision of a NameNode, for those who ask why.
 *
 * @param timeMillis wall clock, since 1970
 * @param nameNode who decided
 * @param subject the file's path, or the block
 * @param client host that writes or reads; empty when it is none of the cluster's
 * @param mode observe, canary or enforce
 * @param policy the rule that decided
 * @param enforced whether {@code chosen} is what happened; otherwise {@code stock} is
 * @param chosen hosts in pipeline or reading order; empty when it was left to stock
 * @param reason one sentence
 * @param stock what stock would have chosen (or chose); empty when it was not asked
 */
public record DecisionMessage(
        long timeMillis,
        String nameNode,
        Kind kind,
        String subject,
        String client,
        String mode,
        String policy,
        boolean enforced,
        List<String> chosen,
        List<Scored> candidates,
        String reason,
        List<String> stock,
        long durationMicros) {
    /** The largest list of decisions that a controller reads, bytes. */
    public static final int LARGEST_BYTES = 1 << 20;

    /** Decisions in one message. */
    public static final int MOST_AT_ONCE = 1000;

    public static final int MOST_CANDIDATES = 64;

    /** What was decided. */
    public enum Kind {
        WRITE,
        READ
    }

    public DecisionMessage {
        Bounds.count("time_millis", timeMillis);
        Bounds.name("name_node", nameNode);
        if (kind == null) {
            throw new IllegalArgumentException("kind: write or read is expected");
        }
        subject = Bounds.text("subject", subject, 8192);
        client = Bounds.text("client", client, Bounds.LONGEST_NAME);
        mode = Bounds.text("mode", mode, Bounds.LONGEST_NAME);
        policy = Bounds.text("policy", policy, Bounds.LONGEST_NAME);
        chosen = names("chosen", chosen);
        candidates = Bounds.list("candidates", candidates, MOST_CANDIDATES);
        reason = Bounds.text("reason", reason, 2000);
        stock = names("stock", stock);
        Bounds.count("duration_micros", durationMicros);
    }

    private static List<String> names(String field, List<String> hosts) {
        List<String> names = Bounds.list(field, hosts, MOST_CANDIDATES);
        names.forEach(name -> Bounds.name(field, name));
        return names;
    }

    /**
     * A host that was considered.
     *
     * @param bytesPerSecond the rate that was expected with it; what it was ranked by
     * @param limit what bounds that rate, such as a link's name
     */
    public record Scored(String host, double bytesPerSecond, String limit) {
        public Scored {
            Bounds.name("candidates.host", host);
            Bounds.amount("candidates.bytes_per_second", bytesPerSecond);
            limit = Bounds.text("candidates.limit", limit, 2 * Bounds.LONGEST_NAME + 2);
        }
    }
}

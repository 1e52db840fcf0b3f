// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.fairlead.protocol.message.DecisionMessage;
import org.junit.jupiter.api.Test;

final class RecentDecisionsTest {
    private final RecentDecisions decisions = new RecentDecisions();

    private void add(int count, String path, String reason) {
        for (int i = 0; i < count; i++) {
            decisions.add(new DecisionMessage(
                    i,
                    "namenode-1.example.org:8020",
                    DecisionMessage.Kind.WRITE,
                    path,
                    "worker-1.example.org",
                    "enforce",
                    "fairlead",
                    true,
                    List.of("worker-1.example.org", "worker-2.example.org", "worker-3.example.org"),
                    Collections.nCopies(
                            8, new DecisionMessage.Scored("worker-4.example.org", 1e6, "switch-1->worker-4")),
                    reason,
                    List.of("worker-1.example.org", "worker-5.example.org", "worker-6.example.org"),
                    1));
        }
    }

    @Test
    void tenThousandUsualOnesAreKept() {
        add(RecentDecisions.MOST + 5, "/user/hive/warehouse/sales/day=2026-10-01/part-00017.parquet", "most room");

        List<DecisionMessage> kept = decisions.last(RecentDecisions.MOST + 5);
        assertThat(kept).hasSize(RecentDecisions.MOST);
        assertThat(kept.get(0).timeMillis()).as("newest first").isEqualTo(RecentDecisions.MOST + 4);
        assertThat(decisions.total()).isEqualTo(RecentDecisions.MOST + 5);
    }

    @Test
    void ofLongOnesFewerAreKept() {
        add(RecentDecisions.MOST, "/" + "a".repeat(8000), "b".repeat(2000));

        List<DecisionMessage> kept = decisions.last(RecentDecisions.MOST);
        assertThat(kept).hasSizeBetween((int) (RecentDecisions.MOST_BYTES / 30_000), (int)
                (RecentDecisions.MOST_BYTES / 20_000));
        assertThat(kept.get(0).timeMillis()).isEqualTo(RecentDecisions.MOST - 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.OfferingCluster;
import org.junit.jupiter.api.Test;

class FetchSourcesTest {
    private static final double MB = ForeseenCluster.MB;

    private final OfferingCluster cluster = OfferingCluster.ofRacks(1, 5);
    private final ForeseenCluster snapshot = new ForeseenCluster(cluster);

    private int h(int number) {
        return cluster.h("h" + number);
    }

    /** Of replicas on h1, h2 and h3, that to fetch from to h5, where the policy names h1. */
    private int best(PrefetchRequest... standing) {
        return best(new FetchSources(snapshot, List.of(standing), 0));
    }

    private int best(FetchSources sources) {
        return sources.best(new int[] {h(1), h(2), h(3)}, h(5), h(1), host -> Double.POSITIVE_INFINITY);
    }

    private PrefetchRequest request(int task, int source) {
        return new PrefetchRequest(
                "e5", h(5), new StageAttempt(1, 0), task, 0, 1, source, (long) (8 * MB), ForeseenCluster.SECOND);
    }

    @Test
    void isThePolicysWhereNobodyReads() {
        assertThat(best()).isEqualTo(h(1));
    }

    @Test
    void isWhereTasksAndRequestsHaveLeastToRead() {
        cluster.toRead[h(1)] = 30 * MB;

        assertThat(best(request(4, h(2)))).isEqualTo(h(3));
    }

    @Test
    void isNotWhereItComesSlower() {
        cluster.loaded(link -> link.from().name().equals("h1") ? 0.5 : 0);
        cluster.toRead[h(2)] = cluster.toRead[h(3)] = 30 * MB;

        assertThat(best()).isEqualTo(h(2));
    }

    @Test
    void isNotWhereASourceIsKnownToBeSlow() {
        FetchSources sources = new FetchSources(snapshot, List.of(), 0);

        assertThat(sources.best(
                        new int[] {h(1), h(2), h(3)},
                        h(5),
                        h(1),
                        host -> host == h(1) ? 1 * MB : Double.POSITIVE_INFINITY))
                .isEqualTo(h(2));
    }

    @Test
    void isThePolicysWhereNothingIsMeasured() {
        cluster.toRead[h(1)] = 30 * MB;
        long muchLater = 100 * ForeseenCluster.SECOND;

        assertThat(best(new FetchSources(snapshot, List.of(), muchLater))).isEqualTo(h(1));
    }

    @Test
    void whatIsForeseenAgainCountsOnce() {
        cluster.toRead[h(1)] = 20 * MB;
        cluster.toRead[h(3)] = 12 * MB;
        FetchSources sources = new FetchSources(snapshot, List.of(request(4, h(2))), 0);
        sources.add(request(4, h(2)));

        assertThat(best(sources)).isEqualTo(h(2));
        sources.add(request(5, h(2)));
        assertThat(best(sources)).isEqualTo(h(3));
    }
}

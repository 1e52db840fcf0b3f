// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TournamentTest {
    private final Tournament tournament = new Tournament();

    @Test
    void amongEqualKeysTheLowestNumberWins() {
        tournament.set(7, 1);
        tournament.set(40, 1);
        tournament.set(3, 2);

        assertThat(tournament.lowest()).isEqualTo(7);
        tournament.set(7, Double.POSITIVE_INFINITY);
        assertThat(tournament.lowest()).isEqualTo(40);
    }

    @Test
    void knowsTheLowestAfterAnyChanges() {
        Random random = new Random(1);
        double[] keys = new double[300];
        Arrays.fill(keys, Double.POSITIVE_INFINITY);
        for (int step = 0; step < 5_000; step++) {
            int changes = random.nextInt(3) == 0 ? random.nextInt(100) : 1;
            for (int i = 0; i < changes; i++) {
                int id = random.nextInt(1 + Math.min(299, step));
                keys[id] = random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(50);
                if (changes == 1) {
                    tournament.set(id, keys[id]);
                } else {
                    tournament.setLater(id, keys[id]);
                }
            }
            if (changes != 1) {
                tournament.restore();
            }
            double least = Arrays.stream(keys).min().orElseThrow();

            assertThat(tournament.lowestKey()).isEqualTo(least);
            if (least < Double.POSITIVE_INFINITY) {
                assertThat(keys[tournament.lowest()]).isEqualTo(least);
            }
        }
    }
}

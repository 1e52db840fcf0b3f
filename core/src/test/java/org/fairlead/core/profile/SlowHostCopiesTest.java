// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tasks take 1 s, but 5 s on h0: eight of each of twelve hosts have ended when 8 s are over. */
class SlowHostCopiesTest {
    private static final StageAttempt STAGE = new StageAttempt(1, 0);
    private static final int HOSTS = 12;
    private static final int ROUNDS = 8;

    private final HostPaces paces = new HostPaces();
    private final LaunchedTasks launched = new LaunchedTasks();

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    private void ended(StageAttempt stage, double waitedSeconds) {
        for (int round = 1; round <= ROUNDS; round++) {
            for (int host = HOSTS - 1; host >= 0; host--) {
                double own = host == 0 ? 5 : 1;
                EndedTask task = new EndedTask(own + waitedSeconds, own / 2, 1e6, OptionalDouble.of(own / 2));
                paces.ended(stage, task, "h" + host, false, nanos(round));
            }
        }
    }

    private void runs(long attempt, String host, double sinceSeconds) {
        launched.launched(
                attempt,
                new LaunchedTasks.Running(host, host, nanos(sinceSeconds), Double.NaN, STAGE, false, Optional.empty()));
    }

    private List<Long> worth(double atSeconds) {
        paces.renew(List.of(), nanos(atSeconds));
        return SlowHostCopies.of(STAGE, launched, paces, nanos(atSeconds));
    }

    @Test
    void aTaskWithMoreLeftThanAnotherAttemptTakesIsWorthOneThoseWithMostLeftFirst() {
        ended(STAGE, 0);
        runs(1, "h0", 7);
        runs(2, "h0", 7.9);
        runs(3, "h1", 7.9);

        assertThat(worth(8)).containsExactly(2L, 1L);
    }

    @Test
    void oneThatIsAboutToEndIsNot() {
        ended(STAGE, 0);
        runs(1, "h0", 3.8);

        assertThat(worth(8)).isEmpty();
    }

    @Test
    void whatEveryAttemptWaitsForOthersIsPartOfWhatAnotherTakes() {
        ended(STAGE, 9);
        runs(1, "h0", 8);

        assertThat(worth(8)).as("more than 13 s are left, and another takes 10").containsExactly(1L);
        runs(1, "h0", 6);
        assertThat(worth(8)).as("less than 12 s are left").isEmpty();
    }

    @Test
    void whereAllAreWellNoneIs() {
        for (int round = 1; round <= ROUNDS; round++) {
            for (int host = 0; host < HOSTS; host++) {
                paces.ended(STAGE, new EndedTask(1, 0.5, 1e6, OptionalDouble.of(0.5)), "h" + host, false, nanos(round));
            }
        }
        runs(1, "h0", 3);

        assertThat(worth(8)).isEmpty();
    }

    /** Tasks try a slow host again after half a minute; those that do are insured for another half. */
    @Test
    void oneThatTriesWhetherItsHostIsStillSlowIsWorthOneAtOnce() {
        ended(STAGE, 0);
        assertThat(worth(9)).isEmpty();
        runs(1, "h0", 39.5);

        assertThat(worth(40)).containsExactly(1L);
        assertThat(paces.slow()).isEmpty();
    }

    @Test
    void whatIsForgottenIsNot() {
        ended(STAGE, 0);
        assertThat(worth(9)).isEmpty();
        runs(1, "h0", 79.5);

        assertThat(worth(80)).isEmpty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.HERE;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.THERE;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.request;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transfers to two machines that leave a full link to tasks: a link has carried 6 MB/s, and each look is 51 ms after the one before. */
class LinkTurnsTest {
    private static final InputPart A = new InputPart(0, 0, 0, 0);
    private static final InputPart B = new InputPart(0, 0, 1, 0);
    private static final double LINK = 6e6;
    private static final double LOOK_SECONDS = 0.051;

    private final TwoMachines machines = TwoMachines.withTasksFirst();
    private final InputFetcher fetcher = machines.fetcher();
    private final HandMovedTransfers transfers = machines.transfers();

    @BeforeEach
    void afterATimeInWhichTransfersLookHowMuchThereIs() {
        transfers.now = 0.5;
    }

    /** So many looks while a machine's link brings bytes per second, of which tasks read a share. */
    private void passes(int looks, double receivedPerSecond, double ofTasks) {
        for (int i = 0; i < looks; i++) {
            transfers.now += LOOK_SECONDS;
            long bytes = (long) (receivedPerSecond * LOOK_SECONDS);
            transfers.received.merge(HERE, bytes, Long::sum);
            transfers.ofTasks.merge(HERE, (long) (bytes * ofTasks), Long::sum);
            fetcher.pass();
        }
    }

    @Test
    void aTransferReceivesNothingWhileTasksReadOverAFullLinkAndGoesOnAfterwards() {
        machines.ask(request(A, HERE, 5));
        passes(6, LINK, 0);
        assertThat(transfers.stopped).isEmpty();

        passes(3, LINK, 0.5);
        assertThat(transfers.stopped).containsExactly(HERE);

        passes(10, LINK, 0);
        assertThat(transfers.stopped).isEmpty();
    }

    @Test
    void itIsLookedAgainAsLongAsAnythingIsFetched() {
        machines.ask(request(A, HERE, 5));
        assertThat(transfers.passes).last().satisfies(at -> assertThat(at).isBetween(0.55, 0.5501));

        fetcher.arrived(1);
        fetcher.pass();
        transfers.passes.clear();
        passes(3, LINK, 1);

        assertThat(transfers.passes).isEmpty();
    }

    @Test
    void anotherTransferBeginsOnlyWhereTheLinkHasRoomForIt() {
        transfers.sizes.put(A, 40.0);
        transfers.sizes.put(B, 40.0);
        machines.ask(request(A, HERE, 5));
        passes(6, LINK, 0);

        machines.ask(request(A, HERE, 5), request(B, HERE, 6));
        assertThat(transfers.begun).as("it fills the link").containsExactly(A);

        passes(3, LINK / 2, 0);
        assertThat(transfers.begun).containsExactly(A, B);
    }

    @Test
    void noneBeginsWhileTasksNeedTheLinkButElsewhere() {
        machines.ask(request(A, HERE, 5));
        passes(6, LINK, 1);
        fetcher.arrived(1);
        fetcher.launched(A, 1, HERE);
        fetcher.begins(A);
        fetcher.read(A);

        machines.ask(request(B, HERE, 9));
        assertThat(transfers.begun).containsExactly(A);
        machines.ask(request(B, THERE, 9));
        assertThat(transfers.begun).containsExactly(A, B);
    }
}

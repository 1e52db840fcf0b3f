// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.HERE;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.THERE;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.request;

import java.util.Map;
import java.util.Optional;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.outcome.RequestEnd;
import org.junit.jupiter.api.Test;

/** What becomes of requests: two machines with 100 bytes of memory each, parts of 60 bytes unless a test says otherwise; the test moves the bytes. */
class InputFetcherTest {
    private static final InputPart A = new InputPart(0, 0, 0, 0);
    private static final InputPart B = new InputPart(0, 0, 1, 0);
    private static final InputPart C = new InputPart(1, 0, 0, 0);

    private final TwoMachines machines = new TwoMachines(Optional.empty());
    private final InputFetcher fetcher = machines.fetcher();
    private final HandMovedTransfers transfers = machines.transfers();

    @Test
    void whatIsHeldWhenItsTaskReadsWasInTime() {
        machines.ask(request(A, HERE, 5));
        fetcher.arrived(1);

        assertThat(fetcher.launched(A, 1, HERE)).isEqualTo(Presence.HELD);
        assertThat(fetcher.begins(A))
                .hasValueSatisfying(found -> assertThat(found.missingBytes()).isZero());
        fetcher.read(A);
        fetcher.finish();

        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(60, 0, 0, 0, 0));
        assertThat(machines.told()).containsExactly("0/0 arrived", "0/0 IN_TIME 60.0");
    }

    @Test
    void aTaskThatStartsWhileItsInputArrivesTakesTheTransferOver() {
        machines.ask(request(A, HERE, 5));
        transfers.left.put(1, 40.0);

        assertThat(fetcher.launched(A, 1, HERE)).isEqualTo(Presence.ARRIVING);
        assertThat(fetcher.begins(A)).contains(new InputFetcher.Found(40, 1));
        assertThat(transfers.left).as("it is the reader's").containsKey(1);
        fetcher.read(A);

        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(20, 40, 0, 0, 0));
        assertThat(machines.told()).containsExactly("0/0 LATE 60.0");
    }

    @Test
    void aTaskThatStartsElsewhereReadsAsUsualAndWhatWasHeldIsWasted() {
        machines.ask(request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 7));
        fetcher.arrived(1);
        transfers.left.put(2, 25.0);

        assertThat(fetcher.launched(A, 1, THERE)).isEqualTo(Presence.ABSENT);
        assertThat(fetcher.launched(C, 1, HERE)).isEqualTo(Presence.ABSENT);

        assertThat(fetcher.begins(A)).isEmpty();
        assertThat(fetcher.bytes()).as("of the second, 35 bytes had come").isEqualTo(new FetchedBytes(0, 0, 95, 25, 0));
        assertThat(machines.told()).containsExactly("0/0 arrived", "0/0 WASTED 60.0", "1/0 WASTED 35.0");
    }

    @Test
    void aRequestThatIsNotMadeAnyMoreIsCancelledAndItsMemoryGivenToOthers() {
        machines.ask(request(A, HERE, 5), request(B, HERE, 6));
        assertThat(transfers.begun).as("60 and 60 do not fit into 100").containsExactly(A);
        transfers.left.put(1, 50.0);

        machines.ask(request(B, HERE, 6));

        assertThat(transfers.begun).containsExactly(A, B);
        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(0, 0, 10, 50, 0));
    }

    @Test
    void theFirstDeadlineHasMemoryFirstAndNobodyPassesOneThatWaits() {
        transfers.sizes.put(C, 30.0);
        machines.ask(request(C, HERE, 9), request(A, HERE, 7), request(B, HERE, 5));

        assertThat(transfers.begun)
                .as("C would fit beside B, but A comes first")
                .containsExactly(B);
        fetcher.arrived(1);
        fetcher.launched(B, 1, HERE);
        fetcher.begins(B);
        fetcher.pass();
        assertThat(transfers.begun).as("memory is free when it has been read").containsExactly(B);
        fetcher.read(B);
        fetcher.pass();
        assertThat(transfers.begun).containsExactly(B, A, C);
    }

    @Test
    void noMoreTransfersToAMachineThanThereMayBeAtATime() {
        TwoMachines oneAtATime = new TwoMachines(Optional.empty(), 1);
        oneAtATime.transfers().sizes.putAll(Map.of(A, 10.0, B, 10.0, C, 10.0));
        InputFetcher onlyOne = oneAtATime.fetcher();
        oneAtATime.ask(request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 7));

        assertThat(oneAtATime.transfers().begun).as("one on each machine").containsExactly(A, C);
        onlyOne.arrived(1);
        onlyOne.pass();
        assertThat(oneAtATime.transfers().begun)
                .as("what is there takes no turn")
                .containsExactly(A, C, B);
    }

    @Test
    void aTransferThatItsTaskHasTakenOverLeavesItsTurn() {
        TwoMachines oneAtATime = new TwoMachines(Optional.empty(), 1);
        oneAtATime.transfers().sizes.putAll(Map.of(A, 10.0, B, 10.0));
        InputFetcher onlyOne = oneAtATime.fetcher();
        oneAtATime.ask(request(A, HERE, 5), request(B, HERE, 6));
        onlyOne.launched(A, 1, HERE);
        onlyOne.begins(A);
        onlyOne.pass();

        assertThat(oneAtATime.transfers().begun).containsExactly(A, B);
    }

    @Test
    void whatIsLargerThanTheMemoryIsGivenUpOnce() {
        transfers.sizes.put(A, 101.0);
        machines.ask(request(A, HERE, 5));
        machines.ask(request(A, HERE, 6));

        assertThat(transfers.begun).isEmpty();
        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(0, 0, 0, 101, 0));
        assertThat(machines.told()).containsExactly("0/0 CANCELLED 0.0");
    }

    @Test
    void aTaskThatComesBeforeItsFetchHasBegunReadsAsUsual() {
        machines.ask(request(A, HERE, 5), request(B, HERE, 6));

        assertThat(fetcher.launched(B, 1, HERE)).isEqualTo(Presence.ABSENT);
        assertThat(fetcher.begins(B)).isEmpty();

        assertThat(fetcher.bytes().cancelled()).isEqualTo(60);
    }

    @Test
    void aRequestForAnotherMachineBeginsAnewThere() {
        machines.ask(request(A, HERE, 5));
        machines.ask(request(A, THERE, 5));

        assertThat(transfers.begun).containsExactly(A, A);
        assertThat(fetcher.bytes().cancelled()).isEqualTo(60);
        assertThat(fetcher.launched(A, 1, THERE)).isEqualTo(Presence.ARRIVING);
    }

    @Test
    void aClaimedFetchOutlivesItsRequest() {
        machines.ask(request(A, HERE, 5));
        fetcher.launched(A, 1, HERE);
        machines.ask();

        assertThat(fetcher.begins(A)).isPresent();
        assertThat(fetcher.bytes().cancelled()).isZero();
    }

    @Test
    void whatAKilledTaskHadIsFreeAgain() {
        machines.ask(request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 5));
        transfers.left.put(1, 40.0);
        fetcher.launched(A, 1, HERE);
        fetcher.begins(A);
        fetcher.launched(C, 1, THERE);
        fetcher.arrived(2);

        fetcher.gone(A, 1, 10);
        fetcher.gone(C, 1, 0);
        fetcher.pass();

        assertThat(transfers.begun).containsExactly(A, C, B);
        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(20, 30, 60, 10, 0));
    }

    @Test
    void whatIsStillHeldAtTheEndWasFetchedInVain() {
        machines.ask(request(A, HERE, 5), request(B, THERE, 5));
        fetcher.arrived(1);
        fetcher.finish();

        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(0, 0, 60, 60, 0));
        assertThat(fetcher.bytes().requested()).isEqualTo(120);
    }

    @Test
    void itIsCountedWhetherTasksWereLaunchedWhereTheirInputWasAskedFor() {
        machines.ask(request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 5));
        fetcher.arrived(1);
        transfers.left.put(2, 25.0);
        machines.ask(request(A, HERE, 5), request(B, HERE, 6));

        transfers.now = 8.1;
        fetcher.launched(C, 1, THERE);
        fetcher.launched(A, 1, THERE);
        fetcher.launched(B, 1, HERE);
        fetcher.begins(B);
        fetcher.finish();

        RequestCounts counts = fetcher.requests();
        assertThat(counts.requests(RequestEnd.REGRETTED)).isEqualTo(1);
        assertThat(counts.wastedBytes(RequestEnd.REGRETTED)).isEqualTo(35);
        assertThat(counts.requests(RequestEnd.ELSEWHERE)).isEqualTo(1);
        assertThat(counts.wastedBytes(RequestEnd.ELSEWHERE)).isEqualTo(60);
        assertThat(counts.requests(RequestEnd.NOT_BEGUN)).isEqualTo(1);
        assertThat(counts.all()).isEqualTo(3);
        assertThat(counts.rightShare()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(counts.onTimeShare()).as("B was expected at 6 s").isZero();
        assertThat(counts.wastedBytes().stream().mapToDouble(each -> each).sum())
                .isEqualTo(fetcher.bytes().wasted());
    }

    @Test
    void admissionGivesFloorsUntilTheTransferIsOver() {
        // 0.9 of 10 bytes a second: 60 bytes need 6 until 10 s, the others 6 more, which is too much together.
        TwoMachines admitted = new TwoMachines(Optional.of(RateAdmissions.named("cardinal-repaired")));
        admitted.ask(request(A, HERE, 10), request(C, THERE, 10));

        assertThat(admitted.transfers().floors).containsEntry(1, 6.0).containsEntry(2, 0.0);
        assertThat(admitted.transfers().passes)
                .as("a pass a second later at the latest")
                .contains(1.0);

        admitted.transfers().now = 1;
        admitted.fetcher().arrived(1);
        admitted.fetcher().pass();

        assertThat(admitted.transfers().floors.get(2)).isCloseTo(60 / 9.0, within(1e-6));
    }

    @Test
    void nobodyIsAskedWhereNothingIsFetched() {
        InputFetcher off = new InputFetcher(Prefetcher.NONE, transfers, TwoMachines.memory(), Optional.empty());
        off.known(0, 0);

        assertThat(off.isOn()).isFalse();
        assertThat(off.launched(A, 1, HERE)).isEqualTo(Presence.ABSENT);
        assertThat(off.begins(A)).isEmpty();
        assertThat(transfers.passes).isEmpty();
    }
}

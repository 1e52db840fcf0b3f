// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.core.prefetch.admission.RateAdmission;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.sim.jobs.outcome.FetchedBytes;
import org.fairlead.sim.jobs.outcome.RequestCounts;
import org.fairlead.sim.jobs.outcome.RequestEnd;
import org.junit.jupiter.api.Test;

/** What becomes of requests: two machines with 100 bytes of memory each, parts of 60 bytes unless a test says otherwise; the test moves the bytes. */
class InputFetcherTest {
    private static final int HERE = 0;
    private static final int THERE = 1;
    private static final int SOURCE = 7;
    private static final InputPart A = new InputPart(0, 0, 0, 0);
    private static final InputPart B = new InputPart(0, 0, 1, 0);
    private static final InputPart C = new InputPart(1, 0, 0, 0);

    private final Wires wires = new Wires();
    private List<FetchRequest> wanted = List.of();
    private final List<String> told = new ArrayList<>();
    private final Prefetcher prefetcher = new Prefetcher() {
        @Override
        public List<FetchRequest> requests(double nowSeconds) {
            return wanted;
        }

        @Override
        public void arrived(FetchRequest request) {
            told.add(request.part().job() + "/" + request.part().task() + " arrived");
        }

        @Override
        public void over(FetchRequest request, FetchEnd end, double fetchedBytes) {
            wires.isOver(request.part());
            told.add(request.part().job() + "/" + request.part().task() + " " + end + " " + fetchedBytes);
        }
    };

    /** Bytes that arrive when the test says so. */
    private static final class Wires implements Transfers {
        private final Map<InputPart, Double> sizes = new HashMap<>();
        private final Map<Integer, Double> left = new LinkedHashMap<>();
        private final Map<Integer, Double> floors = new HashMap<>();
        private final List<InputPart> begun = new ArrayList<>();
        private final Set<InputPart> useless = new HashSet<>();
        private final List<Double> passes = new ArrayList<>();
        private final List<Integer> arriving = new ArrayList<>();
        /** By part, the machine whose memory it uses. */
        private final Map<InputPart, Integer> using = new HashMap<>();
        /** By machine, bytes. */
        private final Map<Integer, Double> held = new HashMap<>();

        private double moved;
        private double now;

        @Override
        public double nowSeconds() {
            return now;
        }

        @Override
        public void passAt(double seconds) {
            passes.add(seconds);
        }

        @Override
        public boolean isUseful(FetchRequest request) {
            return !useless.contains(request.part());
        }

        @Override
        public double bytes(InputPart part) {
            return sizes.getOrDefault(part, 60.0);
        }

        @Override
        public int residualTasks(int job) {
            return 1 + job;
        }

        @Override
        public int begin(FetchRequest request) {
            begun.add(request.part());
            left.put(begun.size(), bytes(request.part()));
            arriving.add(begun.size());
            using.put(request.part(), request.machine());
            held.merge(request.machine(), bytes(request.part()), Double::sum);
            return begun.size();
        }

        void isOver(InputPart part) {
            Integer machine = using.remove(part);
            if (machine != null) {
                held.merge(machine, -bytes(part), Double::sum);
            }
        }

        void takenOver(int transfer) {
            moved += bytes(begun.get(transfer - 1)) - left.remove(transfer);
            arriving.remove((Integer) transfer);
        }

        @Override
        public double left(int transfer) {
            return left.get(transfer);
        }

        @Override
        public List<Integer> links(int transfer) {
            return List.of(0);
        }

        @Override
        public double capacity(int link) {
            return 10;
        }

        @Override
        public void guarantee(int transfer, double bytesPerSecond) {
            floors.put(transfer, bytesPerSecond);
        }

        @Override
        public void cancel(int transfer) {
            takenOver(transfer);
        }

        @Override
        public void ended(int transfer) {
            left.put(transfer, 0.0);
            takenOver(transfer);
        }
    }

    private InputFetcher fetcher(Optional<RateAdmission> admission) {
        return new InputFetcher(prefetcher, wires, new MachineMemory(new double[] {100, 100}), admission);
    }

    private static FetchRequest request(InputPart part, int machine, double deadline) {
        return new FetchRequest(part, machine, SOURCE, deadline);
    }

    /** A pass, as the run makes it at the time that it was asked for. */
    private void ask(InputFetcher fetcher, FetchRequest... requests) {
        wanted = List.of(requests);
        fetcher.known(0, 0);
        fetcher.pass();
    }

    @Test
    void whatIsHeldWhenItsTaskReadsWasInTime() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5));
        fetcher.arrived(1);

        assertThat(fetcher.launched(A, 1, HERE)).isEqualTo(Presence.HELD);
        assertThat(fetcher.begins(A))
                .hasValueSatisfying(found -> assertThat(found.missingBytes()).isZero());
        fetcher.read(A);
        fetcher.finish();

        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(60, 0, 0, 0, 0));
        assertThat(told).containsExactly("0/0 arrived", "0/0 IN_TIME 60.0");
    }

    @Test
    void aTaskThatStartsWhileItsInputArrivesTakesTheTransferOver() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5));
        wires.left.put(1, 40.0);

        assertThat(fetcher.launched(A, 1, HERE)).isEqualTo(Presence.ARRIVING);
        assertThat(fetcher.begins(A)).contains(new InputFetcher.Found(40, 1));
        assertThat(wires.left).as("it is the reader's").containsKey(1);
        fetcher.read(A);

        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(20, 40, 0, 0, 0));
        assertThat(told).containsExactly("0/0 LATE 60.0");
    }

    @Test
    void aTaskThatStartsElsewhereReadsAsUsualAndWhatWasHeldIsWasted() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 7));
        fetcher.arrived(1);
        wires.left.put(2, 25.0);

        assertThat(fetcher.launched(A, 1, THERE)).isEqualTo(Presence.ABSENT);
        assertThat(fetcher.launched(C, 1, HERE)).isEqualTo(Presence.ABSENT);

        assertThat(fetcher.begins(A)).isEmpty();
        assertThat(fetcher.bytes()).as("of the second, 35 bytes had come").isEqualTo(new FetchedBytes(0, 0, 95, 25, 0));
        assertThat(told).containsExactly("0/0 arrived", "0/0 WASTED 60.0", "1/0 WASTED 35.0");
    }

    @Test
    void aRequestThatIsNotMadeAnyMoreIsCancelledAndItsMemoryGivenToOthers() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6));
        assertThat(wires.begun).as("60 and 60 do not fit into 100").containsExactly(A);
        wires.left.put(1, 50.0);

        ask(fetcher, request(B, HERE, 6));

        assertThat(wires.begun).containsExactly(A, B);
        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(0, 0, 10, 50, 0));
    }

    @Test
    void theFirstDeadlineHasMemoryFirstAndNobodyPassesOneThatWaits() {
        wires.sizes.put(C, 30.0);
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(C, HERE, 9), request(A, HERE, 7), request(B, HERE, 5));

        assertThat(wires.begun).as("C would fit beside B, but A comes first").containsExactly(B);
        fetcher.arrived(1);
        fetcher.launched(B, 1, HERE);
        fetcher.begins(B);
        fetcher.pass();
        assertThat(wires.begun).as("memory is free when it has been read").containsExactly(B);
        fetcher.read(B);
        fetcher.pass();
        assertThat(wires.begun).containsExactly(B, A, C);
    }

    @Test
    void noMoreTransfersToAMachineThanThereMayBeAtATime() {
        wires.sizes.putAll(Map.of(A, 10.0, B, 10.0, C, 10.0));
        InputFetcher fetcher =
                new InputFetcher(prefetcher, wires, new MachineMemory(new double[] {100, 100}), Optional.empty(), 1);
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 7));

        assertThat(wires.begun).as("one on each machine").containsExactly(A, C);
        fetcher.arrived(1);
        fetcher.pass();
        assertThat(wires.begun).as("what is there takes no turn").containsExactly(A, C, B);
    }

    @Test
    void aTransferThatItsTaskHasTakenOverLeavesItsTurn() {
        wires.sizes.putAll(Map.of(A, 10.0, B, 10.0));
        InputFetcher fetcher =
                new InputFetcher(prefetcher, wires, new MachineMemory(new double[] {100, 100}), Optional.empty(), 1);
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6));
        fetcher.launched(A, 1, HERE);
        fetcher.begins(A);
        fetcher.pass();

        assertThat(wires.begun).containsExactly(A, B);
    }

    @Test
    void whatIsLargerThanTheMemoryIsGivenUpOnce() {
        wires.sizes.put(A, 101.0);
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5));
        ask(fetcher, request(A, HERE, 6));

        assertThat(wires.begun).isEmpty();
        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(0, 0, 0, 101, 0));
        assertThat(told).containsExactly("0/0 CANCELLED 0.0");
    }

    @Test
    void aTaskThatComesBeforeItsFetchHasBegunReadsAsUsual() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6));

        assertThat(fetcher.launched(B, 1, HERE)).isEqualTo(Presence.ABSENT);
        assertThat(fetcher.begins(B)).isEmpty();

        assertThat(fetcher.bytes().cancelled()).isEqualTo(60);
    }

    @Test
    void aRequestForAnotherMachineBeginsAnewThere() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5));
        ask(fetcher, request(A, THERE, 5));

        assertThat(wires.begun).containsExactly(A, A);
        assertThat(fetcher.bytes().cancelled()).isEqualTo(60);
        assertThat(fetcher.launched(A, 1, THERE)).isEqualTo(Presence.ARRIVING);
    }

    @Test
    void aClaimedFetchOutlivesItsRequest() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5));
        fetcher.launched(A, 1, HERE);
        ask(fetcher);

        assertThat(fetcher.begins(A)).isPresent();
        assertThat(fetcher.bytes().cancelled()).isZero();
    }

    @Test
    void whatAKilledTaskHadIsFreeAgain() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 5));
        wires.left.put(1, 40.0);
        fetcher.launched(A, 1, HERE);
        fetcher.begins(A);
        fetcher.launched(C, 1, THERE);
        fetcher.arrived(2);

        fetcher.gone(A, 1, 10);
        fetcher.gone(C, 1, 0);
        fetcher.pass();

        assertThat(wires.begun).containsExactly(A, C, B);
        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(20, 30, 60, 10, 0));
    }

    @Test
    void whatIsStillHeldAtTheEndWasFetchedInVain() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5), request(B, THERE, 5));
        fetcher.arrived(1);
        fetcher.finish();

        assertThat(fetcher.bytes()).isEqualTo(new FetchedBytes(0, 0, 60, 60, 0));
        assertThat(fetcher.bytes().requested()).isEqualTo(120);
    }

    @Test
    void itIsCountedWhetherTasksWereLaunchedWhereTheirInputWasAskedFor() {
        InputFetcher fetcher = fetcher(Optional.empty());
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6), request(C, THERE, 5));
        fetcher.arrived(1);
        wires.left.put(2, 25.0);
        ask(fetcher, request(A, HERE, 5), request(B, HERE, 6));

        wires.now = 8.1;
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
        assertThat(counts.timelyShare()).as("B was expected at 6 s").isZero();
        assertThat(counts.wastedBytes().stream().mapToDouble(each -> each).sum())
                .isEqualTo(fetcher.bytes().wasted());
    }

    @Test
    void admissionGivesFloorsUntilTheTransferIsOver() {
        // 0.9 of 10 bytes a second: 60 bytes need 6 until 10 s, the others 6 more, which is too much together.
        InputFetcher fetcher = fetcher(Optional.of(RateAdmissions.named("cardinal-repaired")));
        ask(fetcher, request(A, HERE, 10), request(C, THERE, 10));

        assertThat(wires.floors).containsEntry(1, 6.0).containsEntry(2, 0.0);
        assertThat(wires.passes).as("a pass a second later at the latest").contains(1.0);

        wires.now = 1;
        fetcher.arrived(1);
        fetcher.pass();

        assertThat(wires.floors.get(2)).isCloseTo(60 / 9.0, within(1e-6));
    }

    /** Whatever happens in whatever order. */
    @Property(tries = 300)
    void memoryIsKeptAndEachByteIsCountedOnce(@ForAll("events") List<Integer> events) {
        new InputFetcherTest().happens(events);
    }

    private void happens(List<Integer> events) {
        InputFetcher fetcher = fetcher(Optional.empty());
        Map<InputPart, Integer> runsOn = new HashMap<>();
        double readersMoved = 0;
        for (int event : events) {
            InputPart part = new InputPart(event % 2, 0, event / 2 % 3, 0);
            wires.sizes.put(part, 20.0 + 15 * part.task());
            int machine = event / 6 % 2;
            List<Integer> moving = List.copyOf(wires.arriving);
            switch (event / 12 % 5) {
                case 0 -> {
                    List<FetchRequest> more = new ArrayList<>(wanted);
                    more.removeIf(request -> request.part().equals(part));
                    more.add(request(part, machine, event));
                    wires.useless.addAll(runsOn.keySet());
                    ask(fetcher, more.toArray(FetchRequest[]::new));
                }
                case 1 -> ask(fetcher, wanted.stream().skip(1).toArray(FetchRequest[]::new));
                case 2 -> {
                    if (!moving.isEmpty()) {
                        fetcher.arrived(moving.get(0));
                        fetcher.pass();
                    }
                }
                case 3 -> moving.forEach(transfer -> wires.left.merge(transfer, 0.5, (left, half) -> left * half));
                default -> {
                    if (runsOn.putIfAbsent(part, machine) == null) {
                        fetcher.launched(part, 1, machine);
                        Optional<InputFetcher.Found> found = fetcher.begins(part);
                        double missing =
                                found.map(InputFetcher.Found::missingBytes).orElse(0.0);
                        if (missing > 0) {
                            wires.takenOver(found.get().transfer());
                        }
                        boolean killed = event % 5 == 0;
                        readersMoved += found.isEmpty() ? 0 : killed ? missing / 4 : missing;
                        if (killed) {
                            fetcher.gone(part, 1, missing * 3 / 4);
                        } else {
                            fetcher.read(part);
                        }
                        fetcher.pass();
                    }
                }
            }
            assertThat(wires.held)
                    .allSatisfy((where, bytes) -> assertThat(bytes).isLessThanOrEqualTo(100 + 1e-9));
        }
        fetcher.finish();

        FetchedBytes bytes = fetcher.bytes();
        assertThat(bytes.fetched()).isCloseTo(wires.moved + readersMoved, within(1e-6));
        assertThat(fetcher.requests().wastedBytes().stream()
                        .mapToDouble(each -> each)
                        .sum())
                .isCloseTo(bytes.wasted(), within(1e-6));
        assertThat(wires.arriving).isEmpty();
    }

    @Provide
    Arbitrary<List<Integer>> events() {
        return Arbitraries.integers().between(0, 9999).list().ofMaxSize(60);
    }

    @Test
    void nobodyIsAskedWhereNothingIsFetched() {
        InputFetcher off =
                new InputFetcher(Prefetcher.NONE, wires, new MachineMemory(new double[] {100, 100}), Optional.empty());
        off.known(0, 0);

        assertThat(off.isOn()).isFalse();
        assertThat(off.launched(A, 1, HERE)).isEqualTo(Presence.ABSENT);
        assertThat(off.begins(A)).isEmpty();
        assertThat(wires.passes).isEmpty();
    }
}

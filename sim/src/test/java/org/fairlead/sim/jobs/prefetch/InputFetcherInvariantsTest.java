// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.fairlead.sim.jobs.prefetch.TwoMachines.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.fairlead.sim.jobs.outcome.FetchedBytes;

/** What holds whatever becomes of requests, in whatever order. */
class InputFetcherInvariantsTest {
    @Property(tries = 300)
    void memoryIsKeptAndEachByteIsCountedOnce(@ForAll("events") List<Integer> events) {
        TwoMachines machines = new TwoMachines(Optional.empty());
        InputFetcher fetcher = machines.fetcher();
        HandMovedTransfers transfers = machines.transfers();
        Map<InputPart, Integer> runsOn = new HashMap<>();
        double readersMoved = 0;
        for (int event : events) {
            InputPart part = new InputPart(event % 2, 0, event / 2 % 3, 0);
            transfers.sizes.put(part, 20.0 + 15 * part.task());
            int machine = event / 6 % 2;
            List<Integer> moving = List.copyOf(transfers.arriving);
            switch (event / 12 % 5) {
                case 0 -> {
                    List<FetchRequest> more = new ArrayList<>(machines.wanted());
                    more.removeIf(request -> request.part().equals(part));
                    more.add(request(part, machine, event));
                    transfers.useless.addAll(runsOn.keySet());
                    machines.ask(more.toArray(FetchRequest[]::new));
                }
                case 1 -> machines.ask(machines.wanted().stream().skip(1).toArray(FetchRequest[]::new));
                case 2 -> {
                    if (!moving.isEmpty()) {
                        fetcher.arrived(moving.get(0));
                        fetcher.pass();
                    }
                }
                case 3 -> moving.forEach(transfer -> transfers.left.merge(transfer, 0.5, (left, half) -> left * half));
                default -> {
                    if (runsOn.putIfAbsent(part, machine) == null) {
                        fetcher.launched(part, 1, machine);
                        Optional<InputFetcher.Found> found = fetcher.begins(part);
                        double missing =
                                found.map(InputFetcher.Found::missingBytes).orElse(0.0);
                        if (missing > 0) {
                            transfers.takenOver(found.get().transfer());
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
            assertThat(transfers.held).allSatisfy((where, bytes) -> assertThat(bytes)
                    .isLessThanOrEqualTo(TwoMachines.MEMORY_BYTES + 1e-9));
        }
        fetcher.finish();

        FetchedBytes bytes = fetcher.bytes();
        assertThat(bytes.fetched()).isCloseTo(transfers.moved + readersMoved, within(1e-6));
        assertThat(fetcher.requests().wastedBytes().stream()
                        .mapToDouble(each -> each)
                        .sum())
                .isCloseTo(bytes.wasted(), within(1e-6));
        assertThat(transfers.arriving).isEmpty();
    }

    @Provide
    Arbitrary<List<Integer>> events() {
        return Arbitraries.integers().between(0, 9999).list().ofMaxSize(60);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.core.prefetch.admission.RateAdmission;

/** Two machines with 100 bytes of memory each, which fetch what a test asks for; whoever asks writes down what it is told. */
final class TwoMachines implements Prefetcher {
    static final int HERE = 0;
    static final int THERE = 1;
    static final double MEMORY_BYTES = 100;
    private static final int SOURCE = 7;

    private final HandMovedTransfers transfers = new HandMovedTransfers();
    private final List<String> told = new ArrayList<>();
    private final InputFetcher fetcher;
    private List<FetchRequest> wanted = List.of();

    TwoMachines(Optional<RateAdmission> admission) {
        this(admission, 0);
    }

    /** @param mostAtOnce transfers to a machine; 0 for as many as there is memory for */
    TwoMachines(Optional<RateAdmission> admission, int mostAtOnce) {
        this(admission, mostAtOnce, false);
    }

    private TwoMachines(Optional<RateAdmission> admission, int mostAtOnce, boolean tasksFirst) {
        fetcher = new InputFetcher(this, transfers, memory(), admission, mostAtOnce, tasksFirst);
    }

    /** Which leave a full link to tasks. */
    static TwoMachines withTasksFirst() {
        return new TwoMachines(Optional.empty(), 0, true);
    }

    static MachineMemory memory() {
        return new MachineMemory(new double[] {MEMORY_BYTES, MEMORY_BYTES});
    }

    InputFetcher fetcher() {
        return fetcher;
    }

    HandMovedTransfers transfers() {
        return transfers;
    }

    /** What arrived and what was over, in its order. */
    List<String> told() {
        return told;
    }

    /** What is asked for now. */
    List<FetchRequest> wanted() {
        return wanted;
    }

    static FetchRequest request(InputPart part, int machine, double deadline) {
        return new FetchRequest(part, machine, SOURCE, deadline);
    }

    /** Asks for that and nothing else; then comes a pass, as the run makes it at the time that it was asked for. */
    void ask(FetchRequest... requests) {
        wanted = List.of(requests);
        fetcher.known(0, 0);
        fetcher.pass();
    }

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
        transfers.isOver(request.part());
        told.add(request.part().job() + "/" + request.part().task() + " " + end + " " + fetchedBytes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks for what tasks read from afar in a rehearsal of the same run.
 *
 * <p><b>Goals.</b> What perfect predictions would gain with the same memory, links and rate admission: who predicts is compared with it.
 *
 * <p><b>Constraints.</b> A part is asked for from when it is known (its job submitted, its file written) until its task comes to it, on the machine where the task ran in the rehearsal, by when it was launched there,
 * from the replica that it read there. Memory is bounded; it takes what the first deadlines ask for.
 *
 * <p><b>Algorithm.</b> The run is made beforehand, at first with nothing fetched, then a few times more with what the rehearsal before it showed, until two are alike: tasks that find their input end sooner, and then other slots are free for others.
 *
 * <p><b>Example.</b> In the rehearsal a task of a job that was submitted at 0 s is launched at 4 s on h2, and reads from h1. In the run the transfer from h1 to h2 begins at 0 s with a deadline of 4 s.
 *
 * <p><b>No bound.</b> Where the last rehearsal and the run differ, requests name launches that never happen, and somebody else may be luckier. Nobody looks for the best order of fetches, the best replica, or a better place for tasks.
 * {@code prefetch=bound} is none for it either: that leaves out what arrives in part before its task starts.
 */
public final class ClairvoyantPrefetcher implements Prefetcher {
    /** By stage, in the order in which they are needed. */
    private final Map<Long, List<FetchRequest>> future = new HashMap<>();

    private final Set<InputPart> over = new HashSet<>();
    private List<FetchRequest> known = List.of();

    public ClairvoyantPrefetcher(List<InputRead> rehearsed) {
        for (InputRead read : rehearsed) {
            future.computeIfAbsent(stage(read.part().job(), read.part().stage()), unused -> new ArrayList<>())
                    .add(new FetchRequest(read.part(), read.machine(), read.source(), read.seconds()));
        }
    }

    private static long stage(int job, int stage) {
        return ((long) job << Integer.SIZE) | stage;
    }

    @Override
    public void known(int job, int stage) {
        List<FetchRequest> more = future.remove(stage(job, stage));
        if (more == null) {
            return;
        }
        List<FetchRequest> all = new ArrayList<>(known);
        all.removeIf(request -> over.contains(request.part()));
        over.clear();
        all.addAll(more);
        known = all;
    }

    @Override
    public void over(FetchRequest request, FetchEnd end, double fetchedBytes) {
        over.add(request.part());
    }

    @Override
    public List<FetchRequest> requests(double nowSeconds) {
        return known;
    }
}

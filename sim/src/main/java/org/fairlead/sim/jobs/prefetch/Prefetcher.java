// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.List;

/**
 * Says which input is to be fetched ahead of its task. It decides nothing but that: {@link InputFetcher} carries it out as memory and rates allow.
 *
 * <p>It is asked whenever something has happened that may change its mind: the input of a stage became known, a task was launched or is over, a fetch ended; at the time that it names, and when somebody calls {@link InputFetcher#changed}. All that
 * happened is told before it is asked. The same calls get the same answers.
 */
public interface Prefetcher {
    /** Asks for nothing, and is never asked. */
    Prefetcher NONE = (now) -> List.of();

    /**
     * All input that is to lie on a machine before its task starts, or to be on its way there, as it is judged now. What was asked for before and is not in the list any more is
     * cancelled, unless its task was launched there; a part that is asked for on another machine is cancelled and begun anew; other deadlines count from now on. Of several requests for one part the first counts.
     *
     * @return the same list again, not an equal one, where nothing has changed: it is then not looked through
     */
    List<FetchRequest> requests(double nowSeconds);

    /** When it is to be asked though nothing happens; infinite for never. At most now for as soon as something happens. */
    default double nextSeconds() {
        return Double.POSITIVE_INFINITY;
    }

    /** What a stage's tasks will read is known: its job was submitted, and what it reads was written. Once for each stage that reads blocks, before any of its tasks is launched. */
    default void known(int job, int stage) {}

    /** A task's first attempt was launched; whoever expected it elsewhere was wrong. */
    default void launched(int job, int stage, int task, int machine) {}

    /** All of a part is held where it was asked for. */
    default void arrived(FetchRequest request) {}

    /**
     * A request is over: nothing of it is held any more.
     *
     * @param fetchedBytes that had arrived, whoever had waited for them
     */
    default void over(FetchRequest request, FetchEnd end, double fetchedBytes) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.List;

/** The run as whoever carries fetches out needs it. A transfer is known by a number until it has ended or was cancelled. */
public interface Transfers {
    double nowSeconds();

    /** Has {@link InputFetcher#pass} called at that time, or at this instant where it has passed; earlier calls stand beside it. */
    void passAt(double seconds);

    /** Whether a request makes sense: its part is known, lies on another machine than the task, and the task has not been launched elsewhere and has not come to it. */
    boolean isUseful(FetchRequest request);

    /** Of a part that is known, bytes. */
    double bytes(InputPart part);

    /** Tasks of a job that have not ended. */
    int residualTasks(int job);

    /**
     * Begins to move a part to the machine where it is expected to be read.
     *
     * @return the transfer's number
     */
    int begin(FetchRequest request);

    /** Bytes still to come. */
    double left(int transfer);

    /** Links that a transfer crosses now, by {@link org.fairlead.core.topology.Link#index()}. */
    List<Integer> links(int transfer);

    /** What a link carries now in bytes of parts per second, background traffic left out. */
    double capacity(int link);

    /** From now on a transfer has this rate at least, in bytes of the part per second, as far as the source's disk gives it. */
    void guarantee(int transfer, double bytesPerSecond);

    /** Bytes that a machine's link has brought since the run began, whoever sent them. */
    long receivedBytes(int machine);

    /** Of these, what was for its tasks: neither others' traffic nor transfers that no task has taken over. */
    long taskBytes(int machine);

    /** From now on transfers to a machine go on, or receive nothing. */
    void lets(int machine, boolean goOn);

    /** A transfer is taken away; what is left of it does not arrive. */
    void cancel(int transfer);

    /** A transfer has ended by itself. */
    void ended(int transfer);
}

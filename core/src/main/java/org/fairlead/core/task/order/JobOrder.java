// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.order;

import java.util.List;

/** Decides which job is offered a free slot first. */
public interface JobOrder {
    /** The name under which configuration and reports know it. */
    String name();

    /** Sorts running jobs, the one that is served first to the front. Total: equal shares go by submission, then by number. */
    void sort(List<? extends Share> jobs);

    /** A job as the order sees it, now. */
    interface Share {
        int job();

        /** Its pool's name. */
        String pool();

        long submittedNanos();

        /** Slots it uses. */
        int running();

        /** Tasks that it could launch now. */
        int pending();
    }

    /**
     * A pool of jobs that are served alike.
     *
     * @param weight its share against other pools, above 0
     * @param minimumShare slots that it gets before any pool that has its minimum
     * @param fair whether its jobs share it fairly; else first come, first served
     */
    record Pool(String name, double weight, int minimumShare, boolean fair) {}
}

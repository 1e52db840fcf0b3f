// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.order;

import java.util.Comparator;
import java.util.List;

/**
 * Serves jobs in the order of their submission.
 *
 * <p><b>Goals.</b> The oldest job ends first. <b>Constraints.</b> None: pools do not count. <b>Algorithm.</b> By submission, then by number.
 *
 * <p><b>Example.</b> Job 7 submitted at 1 s goes before job 3 submitted at 2 s, whatever they use.
 *
 * <p><b>Source.</b> Hadoop's and Spark's default order (priorities are not modelled).
 */
final class FirstComeOrder implements JobOrder {
    static final Comparator<Share> ORDER =
            Comparator.comparingLong(Share::submittedNanos).thenComparingInt(Share::job);

    @Override
    public String name() {
        return "fifo";
    }

    @Override
    public void sort(List<? extends Share> jobs) {
        jobs.sort(ORDER);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

/**
 * Decides whether a host admits one more reduce that copies its input, and whether a reduce that has copied may compute.
 *
 * <p><b>Goals.</b> Reduces that wait for map output do not occupy the slots of those that could compute (slot hoarding).
 *
 * <p><b>Constraints.</b> Hadoop only: Spark starts reduces after all maps.
 *
 * <p><b>Algorithm.</b> A host admits up to {@code maxReducers} reduces that copy and at most {@code maxComputing} that compute, counted apart; a
 * job gets at most {@code maxComputing} that copy on a host.
 *
 * <p><b>Example.</b> maxReducers = 4, maxComputing = 2: two jobs have two copying reduces each on a host, and two more compute there. When one
 * of these ends, a reduce that has copied computes, and either job may copy another one.
 *
 * <p><b>Source.</b> M. Zaharia et al., Job Scheduling for Multi-User MapReduce Clusters, UCB/EECS-2009-55.
 */
public record CopyComputeSplitting(int maxReducers, int maxComputing) {
    public CopyComputeSplitting {
        if (maxComputing < 1 || maxReducers < maxComputing) {
            throw new IllegalArgumentException(
                    "1 <= computing (" + maxComputing + ") <= reducers (" + maxReducers + ") on a host is expected");
        }
    }

    /**
     * @param copying reduces of all jobs that copy on the host
     * @param copyingOfJob those of the job that asks
     */
    public boolean admitsCopying(int copying, int copyingOfJob) {
        return copying < maxReducers && copyingOfJob < maxComputing;
    }

    /** @param computing reduces of all jobs that compute on the host */
    public boolean admitsComputing(int computing) {
        return computing < maxComputing;
    }
}

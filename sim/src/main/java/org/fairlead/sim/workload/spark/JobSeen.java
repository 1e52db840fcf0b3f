// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.spark;

/**
 * What a log reports of one of Spark's jobs.
 *
 * @param query the SQL query that it is part of; empty for none
 * @param endMillis {@link Long#MAX_VALUE} as long as it runs
 */
record JobSeen(int id, long submitMillis, long endMillis, String pool, String query) {
    JobSeen ended(long millis) {
        return new JobSeen(id, submitMillis, millis, pool, query);
    }
}

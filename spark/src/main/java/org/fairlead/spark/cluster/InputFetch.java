// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

/**
 * Input that an executor fetches before its task starts.
 *
 * @param id no other one has or had it
 * @param source index of the host that gives it
 * @param host index of the executor's
 * @param bytes still to come
 * @param bytesPerSecond with which it is there in time
 * @param leadMillis until its task is expected to start; 0 if it should have started
 * @param job whose task it is for
 * @param residualTasks of the job: those that have not ended yet
 */
public record InputFetch(
        long id,
        int source,
        int host,
        long bytes,
        double bytesPerSecond,
        long leadMillis,
        int job,
        int residualTasks) {}

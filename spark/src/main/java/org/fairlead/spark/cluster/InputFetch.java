// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

/**
 * Input that an executor fetches before its task starts.
 *
 * @param source index of the host that gives it
 * @param host index of the executor's
 * @param bytes still to come
 * @param bytesPerSecond with which it is there in time
 */
public record InputFetch(int source, int host, long bytes, double bytesPerSecond) {}

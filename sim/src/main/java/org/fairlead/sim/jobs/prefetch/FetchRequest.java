// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

/**
 * Input that is to be there when its task starts.
 *
 * @param part what is to be fetched
 * @param machine where the task is expected to run
 * @param source the machine that it is read from; {@link #ANY_SOURCE} to leave it to whoever chooses replicas
 * @param deadlineSeconds when the task is expected to be launched, or to come to this part
 */
public record FetchRequest(InputPart part, int machine, int source, double deadlineSeconds) {
    public static final int ANY_SOURCE = -1;
}

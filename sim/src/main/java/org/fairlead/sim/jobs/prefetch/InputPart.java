// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

/**
 * What a task reads at once: its block, or one of several that it reads one after the other.
 *
 * @param job its number in the workload, from 0
 * @param stage its number in the job, from 0
 * @param task its number in the stage, from 0
 * @param part from 0, in the order of reading
 */
public record InputPart(int job, int stage, int task, int part) {}

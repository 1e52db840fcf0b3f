// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

/**
 * A part that the first attempt at a task read from another machine, or would have if it had not been there.
 *
 * @param source the machine that was chosen to read it from
 * @param seconds when the task was launched; for what it reads later, when it came to that
 */
public record InputRead(InputPart part, int machine, int source, double seconds) {}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

/**
 * What was done about the paths of transfers.
 *
 * @param plans that were made
 * @param moves of running transfers to another path
 * @param proposals of paths that came with requests
 * @param granted of these, those that the first plan after them followed
 */
public record PathCounts(long plans, long moves, long proposals, long granted) {
    /** Nobody did anything. */
    public static final PathCounts NONE = new PathCounts(0, 0, 0, 0);
}

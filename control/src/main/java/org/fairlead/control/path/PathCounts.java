// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import org.fairlead.core.network.path.PlanningRounds;

/**
 * What was done about paths since the start.
 *
 * @param plans that were made
 * @param proposed paths that applications counted on
 * @param granted those of them that the next plan gave
 */
public record PathCounts(long plans, long proposed, long granted) {
    static final PathCounts NONE = new PathCounts(0, 0, 0);

    PathCounts and(PlanningRounds rounds) {
        return new PathCounts(plans + rounds.plans(), proposed + rounds.proposed(), granted + rounds.granted());
    }
}

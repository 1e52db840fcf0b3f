// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.List;

/** When what a plan brings may begin. */
interface BringOrder {
    /** What begins at once. */
    List<Bring> first();

    /**
     * One has ended.
     *
     * @return what may begin by that
     */
    List<Bring> ended(Bring bring);
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import org.fairlead.core.task.MapOutputMatrix;

/** Where map output lies, as schedulers see it, where somebody has moved or copied it. */
public interface OutputPlaces {
    /** Hosts near to which a task counts, by their index in the topology. */
    int[] hosts(int task);

    /** Who sends what each task receives. */
    MapOutputMatrix matrix();
}

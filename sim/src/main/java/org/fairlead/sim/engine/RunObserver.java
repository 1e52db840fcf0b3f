// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

/** Looks at a run from outside every few thousand events; it sees, and may end it, but changes nothing else. */
@FunctionalInterface
public interface RunObserver {
    RunObserver NONE = (done, of) -> true;

    /**
     * @param done how far the run is, in any unit
     * @param of what it will be at the end
     * @return whether to go on
     */
    boolean goOn(long done, long of);
}

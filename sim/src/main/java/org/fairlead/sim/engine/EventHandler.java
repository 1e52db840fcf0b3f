// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.engine;

/** What a simulation does when something happens. It may start, cancel and move activities, change capacities and set timers. */
public interface EventHandler {
    /** A timer that was set by {@link Engine#at}. */
    void timer(int kind, long payload);

    /**
     * An activity has served its whole amount. Its number is free when this returns.
     *
     * @param payload as given when it started
     */
    void ended(int activity, long payload);
}

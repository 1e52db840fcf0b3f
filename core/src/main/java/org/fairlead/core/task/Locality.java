// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import org.fairlead.core.topology.Routes;

/** How far a task runs from its input; the nearest first. */
public enum Locality {
    /** On a host that holds it, or the task has no input that is anywhere. */
    HOST,
    /** In the rack of a host that holds it. */
    RACK,
    ANY;

    /** Of a task on a host that reads from another one, by index. */
    public static Locality between(Routes routes, int source, int host) {
        if (source == host) {
            return HOST;
        }
        return routes.rackOf(source) == routes.rackOf(host) ? RACK : ANY;
    }
}

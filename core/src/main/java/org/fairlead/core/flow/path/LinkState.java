// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/** What a path selector may know of the links now. Links go by {@link org.fairlead.core.topology.Link#index()}. */
public interface LinkState {
    /** Bytes per second that the link can carry now; 0 when it is down. */
    double capacity(int link);

    /** Bytes per second that the link carries now. */
    double load(int link);

    /** Flows that cross the link now. */
    int flows(int link);
}

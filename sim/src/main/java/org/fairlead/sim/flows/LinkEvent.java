// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.flows;

/**
 * A link changes its capacity.
 *
 * @param link {@link org.fairlead.core.topology.Link#index()}
 * @param bytesPerSecond from then on; 0: the link is down
 */
public record LinkEvent(double atSeconds, int link, double bytesPerSecond) {}

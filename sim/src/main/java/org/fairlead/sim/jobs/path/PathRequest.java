// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.path;

import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChoice;

/**
 * Bytes that an attempt will move, reported when it is launched.
 *
 * @param attempt its number
 * @param proposed the path that its scheduler counted on; the network's own where it counted on none
 */
public record PathRequest(long attempt, FlowUnit unit, double bytes, PathChoice proposed) {}

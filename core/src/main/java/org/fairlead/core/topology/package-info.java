// SPDX-License-Identifier: Apache-2.0
/**
 * Hosts, racks, switches and the directed links between them: the map that every other package reads. Immutable.
 *
 * <p>Capacities are in bytes per second. Node and link numbers are dense from 0, so that a policy can keep what it
 * knows of them in arrays.
 */
package org.fairlead.core.topology;

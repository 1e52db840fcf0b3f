// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

/**
 * The rate of an admitted flow at one time.
 *
 * @param floorBytesPerSecond guaranteed
 * @param spareBytesPerSecond that it may use besides, of what links have left when all floors are served; whoever shares out the links
 *     may give it to others; infinite where nothing crosses the network
 */
public record FlowRate(double floorBytesPerSecond, double spareBytesPerSecond) {}

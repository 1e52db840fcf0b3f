// SPDX-License-Identifier: Apache-2.0
/**
 * Background traffic: a file says who loads the network when, {@link org.fairlead.testbed.traffic.TrafficPlan} is what
 * follows from it for a topology and a seed, {@link org.fairlead.testbed.traffic.TrafficGenerator} sends it. Times are
 * seconds since the traffic's start, rates bytes per second on the wire, headers included.
 */
package org.fairlead.testbed.traffic;

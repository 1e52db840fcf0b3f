// SPDX-License-Identifier: Apache-2.0
/**
 * What contenders with a controller get from the testbed: the topology, tokens of each role, the counters of the switches, and, for the bound
 * that knows everything, the traffic to come.
 */
package org.fairlead.testbed.telemetry;

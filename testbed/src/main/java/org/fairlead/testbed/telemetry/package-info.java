/**
 * What contenders with a controller get from the testbed: the topology, a token, the counters of the switches, and, for the bound
 * that knows everything, the traffic to come.
 */
package org.fairlead.testbed.telemetry;

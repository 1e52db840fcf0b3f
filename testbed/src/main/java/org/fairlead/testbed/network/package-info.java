// SPDX-License-Identifier: Apache-2.0
/**
 * An emulated data-centre network on one machine: every host and switch is a network namespace, every cable a veth pair,
 * every egress an HTB queue at the link's rate. {@link NetworkPlan} decides what there will be, {@link Fabric} makes it,
 * {@link LinkCounters} reads what every link carried. All of it runs inside the sandbox, as pseudo-root.
 */
package org.fairlead.testbed.network;

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

/**
 * What can be given a path of its own: all that goes from one host to another in one class. Engines keep one connection for each peer and reuse their sockets,
 * so single transfers cannot be told apart in the network. Hosts by {@link org.fairlead.core.topology.Host#index()}.
 */
public record FlowUnit(int source, int destination, TrafficClass trafficClass) {}

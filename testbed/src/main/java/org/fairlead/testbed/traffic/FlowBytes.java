// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

/**
 * What one planned flow has moved, in bytes of payload.
 *
 * @param flow its name in the plan
 * @param type {@code udp} or {@code tcp}
 * @param sent handed to the network
 * @param received taken from the network; the rest was dropped or is under way
 */
public record FlowBytes(String flow, String type, String from, String to, long sent, long received) {}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

/**
 * What the maps of a host tell packets by: to which address they go, and from or to which of TCP's ports.
 *
 * @param address in IPv4
 */
record LabelElement(LinuxLabels.Port whose, String address, int port) {
    /** As nftables has it. */
    String key() {
        return address + " . " + port;
    }

    /** In words. */
    @Override
    public String toString() {
        return "what goes to " + address + (whose == LinuxLabels.Port.OWN ? " from port " : " at port ") + port;
    }
}

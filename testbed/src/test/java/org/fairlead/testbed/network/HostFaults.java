// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;

/** Cuts hosts off from their network and brings them back. */
public final class HostFaults {
    private static final String TABLE = "silence";

    private final Fabric fabric;

    public HostFaults(Fabric fabric) {
        this.fabric = fabric;
    }

    /** Takes all links of a host down: its switch sees no carrier. */
    public void cut(String host) throws IOException {
        for (Link link : fabric.topology().linksFrom(fabric.topology().host(host))) {
            ip(host, "link set dev " + fabric.plan().interfaceName(link) + " down");
        }
    }

    /** Brings them up again, with the routes that went with them. */
    public void mend(String host) throws IOException {
        Host node = fabric.topology().host(host);
        for (String line : fabric.plan().addressesAndRoutes(node)) {
            if (!line.startsWith("addr add")) {
                ip(host, line);
            }
        }
    }

    /** Drops what comes to a host, or what it sends, or both: the link itself stays up. */
    public void drop(String host, boolean incoming, boolean outgoing) throws IOException {
        nft(host, "add table inet " + TABLE);
        if (incoming) {
            nft(host, "add chain inet " + TABLE + " in { type filter hook input priority 0; policy accept; }");
            nft(host, "add rule inet " + TABLE + " in iifname != lo drop");
        }
        if (outgoing) {
            nft(host, "add chain inet " + TABLE + " out { type filter hook output priority 0; policy accept; }");
            nft(host, "add rule inet " + TABLE + " out oifname != lo drop");
        }
    }

    public void dropNoMore(String host) throws IOException {
        nft(host, "delete table inet " + TABLE);
    }

    private void ip(String host, String line) throws IOException {
        run(host, "ip " + line);
    }

    private void nft(String host, String line) throws IOException {
        run(host, "nft " + line);
    }

    private void run(String host, String line) throws IOException {
        Command.run(fabric.commandOn(host, List.of(line.split(" "))));
    }
}

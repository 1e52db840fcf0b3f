// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.List;
import org.fairlead.network.DriverException;

/** The sockets of this process, and how fast each may send. */
interface PacedSockets {
    /** As fast as it can. */
    long UNLIMITED = -1;

    /**
     * A TCP connection over IPv4.
     *
     * @param descriptor this process's number for it
     * @param own the address of this end
     */
    record Connection(int descriptor, String own, int ownPort, String peer, int peerPort) {}

    /** @throws DriverException if they cannot be looked through */
    List<Connection> connected() throws DriverException;

    /**
     * Has connections send no faster than this, each; one that was closed meanwhile is left out.
     *
     * @param bytesPerSecond {@link #UNLIMITED} or above 0
     */
    void pace(List<Connection> connections, long bytesPerSecond) throws DriverException;
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Which addresses a host has; an agent is believed from these alone. May block: it is asked on a thread of its own. */
public interface HostAddresses {
    /** The system's name service. */
    HostAddresses NAME_SERVICE = host -> List.of(InetAddress.getAllByName(host));

    /**
     * @param host its name in the topology
     * @throws IOException if none is known
     */
    List<InetAddress> of(String host) throws IOException;
}

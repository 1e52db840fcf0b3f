// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.cluster;

import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.YamlNode;

/** Reads names of hosts. */
final class HostKeys {
    private HostKeys() {}

    /** @throws org.fairlead.protocol.yaml.InvalidFileException if there is no such host */
    static Host host(YamlNode at, String name, Topology topology) {
        if (topology.node(name).orElse(null) instanceof Host host) {
            return host;
        }
        throw at.invalid("no host '" + name + "' in topology '" + topology.name() + "'");
    }
}

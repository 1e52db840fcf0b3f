// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDriverProvider;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/** Brings the driver of switches that speak OpenFlow 1.3. */
public final class OpenFlowDriverProvider implements NetworkDriverProvider {
    static final String NAME = "openflow";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NetworkDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException {
        return OpenFlowDriver.open(settings, topology, time);
    }
}

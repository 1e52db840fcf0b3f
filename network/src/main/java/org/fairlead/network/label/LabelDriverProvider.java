// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDriverProvider;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/** Brings the driver that labels what a host sends. */
public final class LabelDriverProvider implements NetworkDriverProvider {
    static final String NAME = "labels";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NetworkDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException {
        LabelSettings read = LabelSettings.from(settings, topology);
        return LabelDriver.open(read.grant(), read.lifetime(), read.comment(), new NftProcess(read.nft()), time);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

import java.io.IOException;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDriver;
import org.fairlead.network.NetworkDriverProvider;
import org.fairlead.network.verify.TcpProber;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/** Brings the driver that learns which source port leads over which path. */
public final class PortDriverProvider implements NetworkDriverProvider {
    static final String NAME = "ports";

    private static final int TIMEOUT_MS = 300;
    /** Nothing is sent to it: who sends is looked at. */
    private static final int DISCARD = 9;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NetworkDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException {
        PortSettings read = PortSettings.from(settings, topology);
        String address = read.address();
        try {
            TcpProber trial = new TcpProber(address, DISCARD, TIMEOUT_MS);
            trial.flow(address).close();
        } catch (IOException | IllegalArgumentException e) {
            throw new DriverException(e.getMessage(), e);
        } catch (LinkageError e) {
            throw new DriverException("source ports need JNA on the class path, on Linux: " + e.getMessage(), e);
        }
        PortLearner.Probes probes =
                (to, sourcePort) -> new TcpProber(address, to.port(), TIMEOUT_MS).flow(to.address(), sourcePort);
        return PortDriver.open(read, new PortLearner(topology, read, probes, time), time);
    }
}

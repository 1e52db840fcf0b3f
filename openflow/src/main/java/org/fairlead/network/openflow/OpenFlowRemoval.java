// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.time.Duration;
import java.util.Set;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/** Takes back all that the driver ever left in switches, its base too. */
public final class OpenFlowRemoval {
    private OpenFlowRemoval() {}

    /**
     * Waits for switches to connect and has them forget all that is ours.
     *
     * @param settings the driver's own
     * @return switches that did not connect in time, by name
     * @throws DriverException if it cannot listen, or a switch refuses
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static Set<String> run(YamlNode settings, Topology topology, Duration wait, TimeSource time)
            throws DriverException, InterruptedException {
        OpenFlowDriver driver = OpenFlowDriver.open(settings, topology, time);
        try {
            return driver.remove(wait);
        } finally {
            driver.close();
        }
    }
}

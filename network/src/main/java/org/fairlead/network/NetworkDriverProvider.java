// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * Brings a driver. A jar on the class path names its implementations, public classes with a public constructor without arguments, in
 * {@code META-INF/services/org.fairlead.network.NetworkDriverProvider}.
 */
public interface NetworkDriverProvider {
    /** By which settings name it. */
    String name();

    /**
     * @param settings a mapping whose key {@code driver} has the name; all else is the driver's own
     * @throws DriverException if the network is not prepared for it
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    NetworkDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException;
}

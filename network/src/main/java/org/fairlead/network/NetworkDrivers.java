// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/** The drivers that there are, by name. */
public final class NetworkDrivers {
    private static final String DRIVER = "driver";

    private NetworkDrivers() {}

    /**
     * Opens the driver that settings name.
     *
     * @throws DriverException if the network is not prepared for it
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     * @throws IllegalStateException if two drivers have one name; its message names both providers
     */
    public static NetworkDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException {
        Map<String, NetworkDriverProvider> providers = providers();
        String name = settings.required(DRIVER).oneOf(providers.keySet());
        return providers.get(name).open(settings, topology, time);
    }

    private static Map<String, NetworkDriverProvider> providers() {
        Map<String, NetworkDriverProvider> byName = new TreeMap<>();
        for (NetworkDriverProvider provider :
                ServiceLoader.load(NetworkDriverProvider.class, NetworkDrivers.class.getClassLoader())) {
            NetworkDriverProvider other = byName.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new IllegalStateException("two network drivers of one name: '" + provider.name()
                        + "' is brought by " + other.getClass().getName() + " and by "
                        + provider.getClass().getName() + "; only one of them may be on the class path");
            }
        }
        return byName;
    }
}

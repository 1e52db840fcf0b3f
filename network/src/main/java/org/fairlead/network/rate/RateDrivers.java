// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.List;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.NftProcess;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;

/** Opens the driver of rates that settings name. */
public final class RateDrivers {
    static final String HTB = "htb";
    private static final String PACING = "pacing";

    private RateDrivers() {}

    /**
     * In the network namespace of the calling thread, to which whoever uses the driver has to belong, too.
     *
     * @param settings a mapping whose key {@code driver} is {@code htb} or {@code pacing}
     * @throws DriverException if the device is not prepared for it
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    public static RateDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException {
        if (settings.required(RateSettings.DRIVER).oneOf(List.of(HTB, PACING)).equals(PACING)) {
            return new PacedRates(RateSettings.pacing(settings, topology), new OwnSockets(), time);
        }
        RateSettings.Htb read = RateSettings.htb(settings, topology);
        return HtbRates.open(
                read.grant(),
                read.lifetime(),
                new NftProcess(read.nft()),
                NetlinkTrafficControl.open(),
                lines -> QueueGuard.start(read.tc(), lines),
                time);
    }
}

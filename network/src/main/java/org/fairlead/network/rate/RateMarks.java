// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.core.topology.Host;
import org.fairlead.network.DriverException;
import org.fairlead.network.label.ClassPort;
import org.fairlead.network.label.LinuxLabels;
import org.fairlead.network.label.Nft;
import org.fairlead.network.label.PortMaps;

/**
 * Which packets go to which queue of a device, and on the host that sends, which packets bear which codepoint: elements of our own nftables maps, all written anew each time, by one transaction of one process. Each ends
 * after a lifetime.
 */
final class RateMarks {
    private static final String AT = " ip " + LinuxRates.TABLE + " ";
    private static final String FLUSH = "flush map" + AT;

    private final HtbGrant grant;
    private final Duration lifetime;
    private final Nft nft;

    RateMarks(HtbGrant grant, Duration lifetime, Nft nft) {
        this.grant = grant;
        this.lifetime = lifetime;
        this.nft = nft;
    }

    /** @throws DriverException if they are not written; then none of them is */
    void write(Collection<RateAllotment> guaranteed) throws DriverException {
        Nft.Outcome outcome = nft.run(List.of("-f", "-"), String.join("\n", lines(guaranteed)) + "\n");
        if (outcome.status() != 0) {
            throw new DriverException(
                    "nft refuses what table ip " + LinuxRates.TABLE + " is to hold: " + outcome.words()
                            + "; needed are its privilege (CAP_NET_ADMIN) and what 'fairlead network rates' prints for "
                            + grant.device().name() + ", with the same codepoints");
        }
    }

    private List<String> lines(Collection<RateAllotment> guaranteed) {
        List<String> lines = new ArrayList<>();
        lines.add(FLUSH + LinuxRates.QUEUES);
        if (grant.device() instanceof Host) {
            for (LinuxLabels.Port port : LinuxLabels.Port.values()) {
                lines.add(FLUSH + port.map());
            }
        }
        TreeSet<Integer> codepoints = new TreeSet<>();
        guaranteed.forEach(each -> codepoints.add(each.codepoint()));
        codepoints.forEach(codepoint -> lines.add("add element" + AT + LinuxRates.QUEUES + " { " + codepoint + " "
                + ends() + " : " + grant.rates().classId(codepoint) + " }"));
        for (RateAllotment each : guaranteed) {
            if (each.unit().source() == grant.device().index()) {
                String address = grant.addresses().get(each.unit().destination());
                for (ClassPort port : grant.ports().get(each.unit().trafficClass())) {
                    String element = PortMaps.element(address + " . " + port.port(), ends(), each.codepoint());
                    lines.add("add element" + AT + port.whose().map() + " { " + element + " }");
                }
            }
        }
        return lines;
    }

    private String ends() {
        return "timeout " + lifetime.toMillis() + "ms comment \"fairlead\"";
    }
}

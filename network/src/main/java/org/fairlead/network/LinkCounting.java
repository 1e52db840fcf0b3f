// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network;

import java.util.List;
import org.fairlead.protocol.message.SwitchCounters;

/** A driver that can also read what links have carried. */
public interface LinkCounting {
    /** Of all links whose switches answer now. Any thread may ask; it waits for the switches, a second at most. */
    List<SwitchCounters.LinkBytes> linkBytes();

    /** By which controllers tell its counters from others'; a driver of which several may run gives each a name of its own. */
    default String exporter() {
        return "switches";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.List;
import org.fairlead.network.DriverException;

/** The kernel's traffic control of one network namespace, as far as rates need it. */
interface TrafficControl extends AutoCloseable {
    /**
     * All HTB classes of a network device.
     *
     * @throws DriverException if there is no such device, or the kernel does not answer
     */
    List<HtbClass> classes(String device) throws DriverException;

    /**
     * Has classes be as they are given here, one after the other; none is added, only what is given is changed.
     *
     * @throws DriverException if one of them is not; the others are
     */
    void change(List<HtbClass> classes) throws DriverException;

    @Override
    void close();
}

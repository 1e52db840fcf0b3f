// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.rate.RateAllotment;
import org.fairlead.network.DriverException;

/**
 * Carries out allotted rates on one host or switch. What it does there ends by itself when nobody renews it, and nothing of others is changed. Of one thread, but for {@link #held} and {@link #guarantees}.
 */
public interface RateDriver extends AutoCloseable {
    /** Whether a unit gets its rate whatever others send; if not, it is only kept from taking more than that. */
    boolean guarantees();

    /** After which nothing that it holds has an effect any more unless it was renewed. */
    Duration lifetime();

    /**
     * Has this device hold these rates and no others, for another lifetime.
     *
     * @return what it does not hold, each with the reason in words
     * @throws DriverException if the device cannot be told; what it held then ends by itself
     */
    Map<FlowUnit, String> hold(List<RateAllotment> wanted) throws DriverException;

    /** Whose rates stand at this moment. Any thread may ask. */
    Set<FlowUnit> held();

    /**
     * Takes back all that is its own, so that all is as before, also what an earlier process left behind. A second call does nothing.
     *
     * @throws DriverException if that fails
     */
    @Override
    void close() throws DriverException;
}

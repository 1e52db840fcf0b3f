// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.util.List;
import org.fairlead.network.DriverException;

/** Who brings classes back to rest, also when this process is no more. */
interface RestGuard {
    /** Starts one. */
    interface Starter {
        /** @param lines of {@code tc -batch} that bring everything back to rest */
        RestGuard start(List<String> lines) throws DriverException;
    }

    /** Whether it still waits for our end. */
    boolean stands();

    /**
     * Has it do its work now; then it is gone.
     *
     * @throws DriverException if something may not be at rest
     */
    void restore() throws DriverException;
}

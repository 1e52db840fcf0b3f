// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.util.List;
import org.fairlead.spark.prefetch.ExtentRequest;

/**
 * What a driver tells an executor.
 *
 * @param all nobody waits any more for anything of before
 * @param cancelled requests for which nobody waits any more
 * @param requests to be fetched
 */
record PrefetchMessage(boolean all, List<ExtentRequest> cancelled, List<ExtentRequest> requests) {
    PrefetchMessage {
        cancelled = List.copyOf(cancelled);
        requests = List.copyOf(requests);
    }
}

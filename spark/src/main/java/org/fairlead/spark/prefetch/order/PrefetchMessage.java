// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.util.ArrayList;
import java.util.List;
import org.fairlead.spark.prefetch.ExtentRequest;

/**
 * What a driver tells an executor.
 *
 * @param all nobody waits any more for anything of before
 * @param cancelled requests for which nobody waits any more
 * @param launched requests whose task begins
 * @param done requests whose task has ended
 * @param requests to be fetched
 * @param again requests of before that are still wanted
 */
record PrefetchMessage(
        boolean all,
        List<ExtentRequest> cancelled,
        List<ExtentRequest> launched,
        List<ExtentRequest> done,
        List<ExtentRequest> requests,
        List<ExtentRequest> again) {
    PrefetchMessage {
        cancelled = List.copyOf(cancelled);
        launched = List.copyOf(launched);
        done = List.copyOf(done);
        requests = List.copyOf(requests);
        again = List.copyOf(again);
    }

    /** All that is to be answered, in the answer's order. */
    List<ExtentRequest> wanted() {
        List<ExtentRequest> all = new ArrayList<>(requests);
        all.addAll(again);
        return all;
    }
}

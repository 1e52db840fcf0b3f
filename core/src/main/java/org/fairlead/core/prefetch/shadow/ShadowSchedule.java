// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.List;

/**
 * What a look-ahead came to.
 *
 * @param requests for tasks that would read from another host and are launched later, by their deadlines
 * @param immediate the same for tasks that are launched at once: it is too late to begin, but what is under way is of use
 * @param untilNanos the moment that it came to: of tasks that are launched later it says nothing
 * @param launches that it foresees, at once or later, whatever they read
 * @param choices that were asked of the policy
 */
public record ShadowSchedule(
        List<PrefetchRequest> requests, List<PrefetchRequest> immediate, long untilNanos, int launches, int choices) {
    public ShadowSchedule {
        requests = List.copyOf(requests);
        immediate = List.copyOf(immediate);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What changed of the input that is held for a scheduler's tasks since that was last reported to it: what counts as held ({@link PrefetchRequest#heldBytes}), and what does so no more. Not safe for threads.
 */
public final class HeldChanges {
    private Map<Long, Held> reported = new LinkedHashMap<>();

    /**
     * What counts as held of a request.
     *
     * @param bytes on the request's host; 0: nothing, or nothing any more
     */
    public record Held(PrefetchRequest request, double bytes) {}

    /**
     * What differs from what was reported before; it counts as reported with this.
     *
     * @param now all that counts as held, by the requests' numbers; what is missing is held no more
     * @return what is held no more comes first
     */
    public List<Held> since(Map<Long, Held> now) {
        List<Held> changes = new ArrayList<>();
        reported.forEach((id, before) -> {
            if (!now.containsKey(id)) {
                changes.add(new Held(before.request(), 0));
            }
        });
        now.forEach((id, held) -> {
            Held before = reported.get(id);
            if (before == null || Double.compare(before.bytes(), held.bytes()) != 0) {
                changes.add(held);
            }
        });
        reported = new LinkedHashMap<>(now);
        return changes;
    }

    /** Whether a request was reported to count. */
    public boolean isReported(long id) {
        return reported.containsKey(id);
    }

    /** A request is over in a way that its scheduler knows of by itself. */
    public void forget(long id) {
        reported.remove(id);
    }
}

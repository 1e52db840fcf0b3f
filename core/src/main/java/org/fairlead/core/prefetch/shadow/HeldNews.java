// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scheduler is to be told of input that is fetched for its tasks: what counts as held since it was told last ({@link PrefetchRequest#heldBytes}), and what does so no more. Not safe for threads.
 */
public final class HeldNews {
    private Map<Long, Held> told = new LinkedHashMap<>();

    /**
     * What counts as held of a request.
     *
     * @param bytes on the request's host; 0: nothing, or nothing any more
     */
    public record Held(PrefetchRequest request, double bytes) {}

    /**
     * What differs from what was said before; it counts as said with this.
     *
     * @param now all that counts as held, by the requests' numbers; what is missing is held no more
     * @return what is held no more comes first
     */
    public List<Held> since(Map<Long, Held> now) {
        List<Held> news = new ArrayList<>();
        told.forEach((id, before) -> {
            if (!now.containsKey(id)) {
                news.add(new Held(before.request(), 0));
            }
        });
        now.forEach((id, held) -> {
            Held before = told.get(id);
            if (before == null || Double.compare(before.bytes(), held.bytes()) != 0) {
                news.add(held);
            }
        });
        told = new LinkedHashMap<>(now);
        return news;
    }

    /** Whether a request was said to count. */
    public boolean isTold(long id) {
        return told.containsKey(id);
    }

    /** A request is over in a way that its scheduler knows of by itself. */
    public void forget(long id) {
        told.remove(id);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A receiver has at most a window of senders under way, in the plan's order. What goes to the store begins at once: nobody receives it. */
final class Windows implements BringOrder {
    private final int window;
    private final List<Bring> toStore = new ArrayList<>();
    private final Map<Integer, Deque<Bring>> waiting = new TreeMap<>();

    /** @param all by receiver, then by step */
    Windows(List<Bring> all, int window) {
        this.window = window;
        for (Bring bring : all) {
            if (bring.toStore()) {
                toStore.add(bring);
            } else {
                waiting.computeIfAbsent(bring.to, unused -> new ArrayDeque<>()).add(bring);
            }
        }
    }

    @Override
    public List<Bring> first() {
        List<Bring> first = new ArrayList<>(toStore);
        for (Deque<Bring> queue : waiting.values()) {
            for (int i = 0; i < window && !queue.isEmpty(); i++) {
                first.add(queue.remove());
            }
        }
        return first;
    }

    @Override
    public List<Bring> ended(Bring bring) {
        Deque<Bring> queue = waiting.get(bring.to);
        return bring.toStore() || queue.isEmpty() ? List.of() : List.of(queue.remove());
    }
}

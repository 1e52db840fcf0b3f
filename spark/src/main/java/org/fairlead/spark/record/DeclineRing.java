// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** The newest declines, in their order; adding takes no lock. */
final class DeclineRing {
    private final AtomicReferenceArray<Decline> slots;
    private final AtomicLong next = new AtomicLong();

    /** @param size a power of two */
    DeclineRing(int size) {
        slots = new AtomicReferenceArray<>(size);
    }

    void add(Decline decline) {
        slots.set((int) (next.getAndIncrement() & (slots.length() - 1)), decline);
    }

    void forEach(Consumer<Decline> each) {
        for (int i = 0; i < slots.length(); i++) {
            Decline decline = slots.get(i);
            if (decline != null) {
                each.accept(decline);
            }
        }
    }
}

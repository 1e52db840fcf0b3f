// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/** The newest refusals, in their order; adding takes no lock. */
final class RefusalRing {
    private final AtomicReferenceArray<Refusal> slots;
    private final AtomicLong next = new AtomicLong();

    /** @param size a power of two */
    RefusalRing(int size) {
        slots = new AtomicReferenceArray<>(size);
    }

    void add(Refusal refusal) {
        slots.set((int) (next.getAndIncrement() & (slots.length() - 1)), refusal);
    }

    void forEach(Consumer<Refusal> each) {
        for (int i = 0; i < slots.length(); i++) {
            Refusal refusal = slots.get(i);
            if (refusal != null) {
                each.accept(refusal);
            }
        }
    }
}

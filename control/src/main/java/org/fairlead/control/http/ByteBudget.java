// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes may be held at once for one purpose, whoever they are for. Safe for threads. */
final class ByteBudget {
    private final long most;
    private final AtomicLong used = new AtomicLong();

    ByteBudget(long most) {
        this.most = most;
    }

    /** @return false, and nothing is taken, when that many are not left */
    boolean take(long bytes) {
        while (true) {
            long before = used.get();
            if (before + bytes > most) {
                return false;
            }
            if (used.compareAndSet(before, before + bytes)) {
                return true;
            }
        }
    }

    void give(long bytes) {
        if (used.addAndGet(-bytes) < 0) {
            throw new IllegalStateException("more bytes given back than were taken");
        }
    }

    long used() {
        return used.get();
    }

    long most() {
        return most;
    }
}

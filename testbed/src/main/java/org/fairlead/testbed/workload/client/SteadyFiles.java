// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The files that can be read: acknowledged, and not about to be deleted. Safe for threads. */
final class SteadyFiles {
    private static final class Entry {
        private final String path;
        private int readers;

        private Entry(String path) {
            this.path = path;
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    synchronized void add(String path) {
        entries.add(new Entry(path));
    }

    /** Any file, which is not taken away before it is given back. */
    synchronized Optional<String> borrow(Random random) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        Entry entry = entries.get(random.nextInt(entries.size()));
        entry.readers++;
        return Optional.of(entry.path);
    }

    synchronized void giveBack(String path) {
        entries.stream().filter(entry -> entry.path.equals(path)).forEach(entry -> entry.readers--);
    }

    /** Takes a file away from readers; false while one of them has it. */
    synchronized boolean take(String path) {
        return entries.removeIf(entry -> entry.path.equals(path) && entry.readers == 0);
    }
}

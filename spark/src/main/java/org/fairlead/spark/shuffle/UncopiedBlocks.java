// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.fairlead.core.shuffle.copy.CopyQueue.Part;

/** Blocks that were to be copied to this executor and will not be, until its driver was told. Safe for threads. */
final class UncopiedBlocks {
    /** Twice as many as wait to be copied at most. Of more, the driver is not told. */
    static final int MOST = 1 << 17;

    private final List<Part<CopyKey>> blocks = new ArrayList<>();

    /** Who counts them as copied until told. */
    interface Driver {
        /**
         * Tells of blocks of one shuffle.
         *
         * @throws IOException if that was not sent
         */
        void tell(int shuffle, List<Part<CopyKey>> blocks) throws IOException;
    }

    synchronized void add(Collection<Part<CopyKey>> more) {
        more.stream().limit(Math.max(0, MOST - blocks.size())).forEach(blocks::add);
    }

    /** Nobody reads a shuffle any more. */
    synchronized void forget(int shuffle) {
        blocks.removeIf(part -> part.block().shuffle() == shuffle);
    }

    private synchronized List<Part<CopyKey>> take() {
        List<Part<CopyKey>> all = List.copyOf(blocks);
        blocks.clear();
        return all;
    }

    /**
     * Tells the driver of each block once; of what could not be sent, the next time.
     *
     * @throws IOException why
     */
    void tell(Driver driver) throws IOException {
        SortedMap<Integer, List<Part<CopyKey>>> untold = take().stream()
                .collect(Collectors.groupingBy(part -> part.block().shuffle(), TreeMap::new, Collectors.toList()));
        try {
            while (!untold.isEmpty()) {
                int shuffle = untold.firstKey();
                driver.tell(shuffle, untold.get(shuffle));
                untold.remove(shuffle);
            }
        } finally {
            untold.values().forEach(this::add);
        }
    }
}

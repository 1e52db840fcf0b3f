// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was started one after the other, and ends in the opposite order: each part may rely on those before it for as long as it runs. A part
 * that does not end well is logged, and the others end all the same. Of one thread.
 */
public final class Parts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    private final Deque<AutoCloseable> newestFirst = new ArrayDeque<>();

    /** Has a part end with the others, before those that were kept so far. */
    public <T extends AutoCloseable> T keep(T part) {
        newestFirst.push(part);
        return part;
    }

    /** Ends one part now; nothing when it is none, or has ended. */
    public void end(AutoCloseable part) {
        if (newestFirst.removeIf(kept -> kept == part)) {
            close(part);
        }
    }

    /** Ends all; a second time there is nothing left to end. */
    @Override
    public void close() {
        while (!newestFirst.isEmpty()) {
            close(newestFirst.pop());
        }
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("a part of the testbed did not end well: {}", e.getMessage());
        }
    }
}

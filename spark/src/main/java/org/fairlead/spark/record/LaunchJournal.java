// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.LoggerFactory;

/**
 * What happened under the scheduler's lock and is still to be entered in tables that others read. Adding costs an entry in a list; whoever reads
 * the tables settles the entries first, in the order in which they were added. When nobody does, the one who adds does, now and then.
 *
 * <p>Safe for threads. An entry that throws is logged, and the others count.
 */
public final class LaunchJournal {
    private static final int MOST_UNSETTLED = 1 << 16;

    private final RareLog rareLog = new RareLog(LoggerFactory.getLogger(LaunchJournal.class));
    private final ReentrantLock settling = new ReentrantLock();
    private List<Runnable> entries = new ArrayList<>();

    /** Quick: never waits for who settles, unless tens of thousands of entries were left lying. */
    public void add(Runnable entry) {
        if (append(entry) >= MOST_UNSETTLED && settling.tryLock()) {
            try {
                enterAll();
            } finally {
                settling.unlock();
            }
        }
    }

    private synchronized int append(Runnable entry) {
        entries.add(entry);
        return entries.size();
    }

    private synchronized List<Runnable> take() {
        if (entries.isEmpty()) {
            return List.of();
        }
        List<Runnable> taken = entries;
        entries = new ArrayList<>();
        return taken;
    }

    /** Enters all that was added before; waits for another who does. */
    public void settle() {
        settling.lock();
        try {
            enterAll();
        } finally {
            settling.unlock();
        }
    }

    private void enterAll() {
        for (Runnable entry : take()) {
            try {
                entry.run();
            } catch (RuntimeException | LinkageError e) {
                rareLog.warn(e.getClass().getName(), "What happened to a task could not be noted", e);
            }
        }
    }
}

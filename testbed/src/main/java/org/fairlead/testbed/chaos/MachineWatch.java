// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.fairlead.testbed.machine.OthersTime;

/** Says each second in the history what other programs than the testbed's took of the processors. */
final class MachineWatch implements AutoCloseable {
    private final HistoryWriter journal;
    private final Thread thread = new Thread(this::run, "machine-watch");

    private MachineWatch(HistoryWriter journal) {
        this.journal = journal;
        thread.setDaemon(true);
    }

    static MachineWatch start(HistoryWriter journal) {
        MachineWatch watch = new MachineWatch(journal);
        watch.thread.start();
        return watch;
    }

    private void run() {
        try {
            OthersTime before = OthersTime.now();
            while (true) {
                Thread.sleep(1000);
                OthersTime now = OthersTime.now();
                journal.now("machine", Map.of("others", now.shareSince(before)));
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException("/proc cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}

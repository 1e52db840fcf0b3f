// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import java.util.concurrent.ThreadFactory;

/** Threads that keep no process alive. */
final class DaemonThreads {
    private DaemonThreads() {}

    static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}

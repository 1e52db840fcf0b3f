// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs work in named network namespaces. A thread never returns to the namespace it came from, so each piece of work
 * gets a thread of its own. Sockets stay in the namespace in which they were made, whoever uses them later.
 */
public final class Namespaces {
    private static final String DIRECTORY = "/run/netns/";

    private Namespaces() {}

    /** Waits for work that runs in a namespace and returns what it returned. */
    public static <T> T call(String namespace, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(() -> {
            enter(namespace);
            return work.call();
        });
        Thread thread = new Thread(task, "in-" + namespace);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private static void enter(String namespace) throws IOException {
        try {
            SystemCalls.enterNetworkNamespace(DIRECTORY + namespace);
        } catch (LastErrorException e) {
            throw new IOException("cannot enter the network namespace " + namespace + ": " + e.getMessage(), e);
        }
    }
}

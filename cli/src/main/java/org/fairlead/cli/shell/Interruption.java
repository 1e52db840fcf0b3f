// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.shell;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C (or the end of the session) while a command runs: the command is asked to stop, and the process waits until it has written what
 * is finished. The exit code is then the signal's: 130 for Ctrl-C.
 */
public final class Interruption implements AutoCloseable {
    /** What a shell reports of a command that was ended by Ctrl-C. */
    public static final int EXIT_CODE = 130;

    private static final int LONGEST_MINUTES = 2;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::ask, "interruption");
    private volatile boolean asked;

    public Interruption() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void ask() {
        asked = true;
        System.err.println("fairlead: interrupted; what is finished will be written");
        try {
            if (!finished.await(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                System.err.println("fairlead: not written within " + LONGEST_MINUTES + " minutes; given up");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the command shall stop. */
    public boolean asked() {
        return asked;
    }

    /** The command has written what it had to. */
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already: the hook has been waiting for this.
        }
    }
}

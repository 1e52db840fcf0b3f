// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The inner end of the pipe from the command that opened the sandbox: its end means that the command is gone, by Ctrl-C,
 * a crash or kill -9 alike. A line {@value #DETACH} lets the testbed outlive the command.
 */
public final class Lifeline {
    static final String DETACH = "detach";

    private final AtomicBoolean cut = new AtomicBoolean();

    private Lifeline() {}

    /** Watches standard input on a daemon thread and runs {@code whenCut} once when it ends before a detach. */
    public static Lifeline watch(Runnable whenCut) {
        Lifeline lifeline = new Lifeline();
        Thread watcher = new Thread(() -> lifeline.await(whenCut), "lifeline");
        watcher.setDaemon(true);
        watcher.start();
        return lifeline;
    }

    public boolean isCut() {
        return cut.get();
    }

    private void await(Runnable whenCut) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals(DETACH)) {
                    Sandbox.current().markDetached();
                    return;
                }
            }
        } catch (IOException e) {
            // a broken pipe is an ended one, and a directory that is gone ends the testbed, too
        }
        cut.set(true);
        whenCut.run();
    }
}

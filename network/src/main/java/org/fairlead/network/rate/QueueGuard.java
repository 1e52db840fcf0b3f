// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fairlead.network.DriverException;

/**
 * A process that brings classes back to rest when we end, however that happens: it waits for the end of a pipe that nobody but us holds, then runs {@code tc}. It sleeps until then. Whoever asks us to end by a signal to all
 * of our processes does not end it.
 */
final class QueueGuard implements RestGuard {
    /** Its lines wait in a file that has no name any more. */
    private static final String SCRIPT =
            "exec 3<\"$1\"; rm -f \"$1\"; shift; trap '' HUP INT TERM; echo ready; cat >/dev/null;"
                    + " exec \"$@\" -force -batch - <&3 >/dev/null";

    private static final int LONGEST_SECONDS = 10;

    private final Process process;

    private QueueGuard(Process process) {
        this.process = process;
    }

    /**
     * @param tc with what a line of tc begins, such as {@code sudo -n tc}
     * @param lines of {@code tc -batch}
     * @throws DriverException if it cannot be started
     */
    static QueueGuard start(List<String> tc, List<String> lines) throws DriverException {
        Path file = null;
        try {
            file = Files.createTempFile("fairlead-rates", ".tc");
            Files.write(file, lines);
            List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "fairlead-rates", file.toString()));
            command.addAll(tc);
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = process.inputReader().readLine();
            if (!"ready".equals(said)) {
                process.destroyForcibly();
                throw new DriverException("the process that guards the queues does not start");
            }
            return new QueueGuard(process);
        } catch (IOException e) {
            throw new DriverException("the process that guards the queues cannot be started: " + e.getMessage(), e);
        } finally {
            deleteIfThere(file);
        }
    }

    private static void deleteIfThere(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }

    @Override
    public boolean stands() {
        return process.isAlive();
    }

    @Override
    public void restore() throws DriverException {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended already: its status says how
        }
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new DriverException("tc did not end within " + LONGEST_SECONDS + " s and was killed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while tc ran", e);
        }
        if (process.exitValue() != 0) {
            throw new DriverException("tc cannot bring all queues back to rest: status " + process.exitValue()
                    + "; 'fairlead network rates' prints what they are at rest");
        }
    }
}

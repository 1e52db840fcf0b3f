// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A process that was started for the cluster, with the file that all its output goes to. */
public final class Daemon implements AutoCloseable {
    private static final int TAIL_LINES = 15;
    private static final int TAIL_BYTES = 64 << 10;

    private final String name;
    private final List<String> command;
    private final Map<String, String> environment;
    private final Path log;
    private volatile Process process;

    private Daemon(String name, List<String> command, Map<String, String> environment, Path log, Process process) {
        this.name = name;
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
        this.log = log;
        this.process = process;
    }

    public static Daemon start(String name, List<String> command, Map<String, String> environment, Path log) {
        try {
            Files.createDirectories(log.getParent());
            Files.deleteIfExists(log);
            return new Daemon(name, command, environment, log, launch(command, environment, log));
        } catch (IOException e) {
            throw new ClusterException(name + " cannot be started: " + e.getMessage(), e);
        }
    }

    private static Process launch(List<String> command, Map<String, String> environment, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /**
     * Kills it, if it still runs, and starts the same command again; its log goes on.
     *
     * @param how what becomes of the command
     */
    public void startAgain(UnaryOperator<List<String>> how) {
        close();
        try {
            process = launch(how.apply(command), environment, log);
        } catch (IOException e) {
            throw new ClusterException(name + " cannot be started again: " + e.getMessage(), e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The process and all that it has started. */
    public List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    public String name() {
        return name;
    }

    public Path log() {
        return log;
    }

    /** @throws ClusterException with the end of the log when the process has ended */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw failure(name + " ended with exit code " + process.exitValue());
        }
    }

    public ClusterException failure(String what) {
        return new ClusterException(what + "; its log " + log + " ends with\n" + tail(log));
    }

    /** Waits for the end of a process that is expected to end by itself. */
    public void awaitSuccess(long timeoutSeconds) {
        try {
            if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
                close();
                throw failure(name + " did not end within " + timeoutSeconds + " s");
            }
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while waiting for " + name, e);
        }
        if (process.exitValue() != 0) {
            throw failure(name + " ended with exit code " + process.exitValue());
        }
    }

    /** The last lines of a log, indented; at most 64 KiB are read. */
    public static String tail(Path log) {
        try (var file = Files.newByteChannel(log)) {
            file.position(Math.max(0, file.size() - TAIL_BYTES));
            var bytes = java.nio.ByteBuffer.allocate(TAIL_BYTES);
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                // until the end
            }
            List<String> lines = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return "  " + String.join("\n  ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "  (cannot be read: " + e.getMessage() + ")";
        }
    }

    /**
     * Kills the process and what it started, and waits until they are gone. Without a grace period: what a cluster of the
     * testbed holds is thrown away.
     */
    @Override
    public void close() {
        kill(List.of(this));
    }

    /** Kills all at once and then waits for all; a process that survives ten seconds is left to the sandbox's end. */
    public static void kill(List<Daemon> daemons) {
        List<ProcessHandle> doomed =
                daemons.stream().flatMap(daemon -> daemon.processes().stream()).toList();
        doomed.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle handle : doomed) {
            handle.onExit().completeOnTimeout(handle, 10, TimeUnit.SECONDS).join();
        }
    }
}

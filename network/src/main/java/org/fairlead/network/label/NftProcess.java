// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fairlead.network.DriverException;
import org.fairlead.protocol.thread.LastingThread;

/** A process for each run, in the network namespace of the calling thread. One that does not end in time is killed. */
public final class NftProcess implements Nft {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    /** What is read while it is written; threads that are not needed end. */
    private static final ExecutorService PIPES = Executors.newCachedThreadPool(LastingThread.workers("nft pipes"));

    private final List<String> command;
    private final Duration longest;

    /** @param command with which a line begins: {@code nft}, or what runs it with its privilege */
    public NftProcess(List<String> command) {
        this(command, LONGEST);
    }

    NftProcess(List<String> command, Duration longest) {
        this.command = List.copyOf(command);
        this.longest = longest;
    }

    @Override
    public Outcome run(List<String> arguments, String input) throws DriverException {
        List<String> line = new ArrayList<>(command);
        line.addAll(arguments);
        Process process = started(line);
        try {
            CompletableFuture<String> output =
                    CompletableFuture.supplyAsync(() -> read(process.getInputStream()), PIPES);
            CompletableFuture<String> errors =
                    CompletableFuture.supplyAsync(() -> read(process.getErrorStream()), PIPES);
            CompletableFuture<Void> written =
                    CompletableFuture.runAsync(() -> write(process.getOutputStream(), input), PIPES);
            CompletableFuture.allOf(output, errors, written, process.onExit())
                    .get(longest.toMillis(), TimeUnit.MILLISECONDS);
            return new Outcome(process.exitValue(), output.get(), errors.get());
        } catch (TimeoutException e) {
            throw new DriverException(
                    "'" + String.join(" ", line) + "' did not end within " + longest.toMillis() + " ms and was killed",
                    e);
        } catch (ExecutionException e) {
            throw new DriverException(
                    "'" + String.join(" ", line) + "' cannot be spoken to: "
                            + e.getCause().getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while '" + String.join(" ", line) + "' ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process started(List<String> line) throws DriverException {
        try {
            return new ProcessBuilder(line).start();
        } catch (IOException e) {
            throw new DriverException("nftables' command line cannot be started: " + e.getMessage(), e);
        }
    }

    private static String read(InputStream from) {
        try (from) {
            return new String(from.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(OutputStream to, String input) {
        try (to) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it ended before it read everything: its status and errors say why
        }
    }
}

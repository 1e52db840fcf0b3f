// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A long-lived process of ours that answers one request at a time: a JSON object in one line on its standard input, one on
 * its standard output. What else it prints goes to its standard error and so to its log.
 */
public final class JsonProcess implements AutoCloseable {
    private static final ObjectMapper JSON =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    /** What the reader thread puts last: the process has closed its output. */
    private static final String END = "";

    private final String name;
    private final Process process;
    private final Path log;
    private final Writer requests;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

    private JsonProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.requests = process.outputWriter();
    }

    /** Starts it; the first reply, which it sends by itself when it is ready, is awaited by {@link #awaitReady}. */
    public static JsonProcess start(String name, List<String> command, Map<String, String> environment, Path log) {
        try {
            Files.createDirectories(log.getParent());
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
            builder.environment().putAll(environment);
            JsonProcess started = new JsonProcess(name, builder.start(), log);
            Thread reader = new Thread(started::read, "replies-of-" + name);
            reader.setDaemon(true);
            reader.start();
            return started;
        } catch (IOException e) {
            throw new ClusterException(name + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** The process and all that it has started. */
    public List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{")) {
                    replies.add(line);
                }
            }
        } catch (IOException e) {
            // The process is gone; said below.
        }
        replies.add(END);
    }

    /** Waits for the greeting. */
    public void awaitReady(Duration atMost) {
        next(atMost, "to be ready");
    }

    /**
     * Sends a request and waits for its reply.
     *
     * @throws ClusterException when the process ends, the time is over, or the reply carries an {@code error}
     */
    public synchronized <T> T ask(Object request, Class<T> reply, Duration atMost) {
        try {
            requests.write(JSON.writeValueAsString(request));
            requests.write('\n');
            requests.flush();
        } catch (IOException e) {
            throw new ClusterException(
                    name + " takes no requests: " + e.getMessage() + "; its log " + log + " ends with\n"
                            + Daemon.tail(log),
                    e);
        }
        String line = next(atMost, "to answer");
        try {
            String error = JSON.readTree(line).path("error").asText("");
            if (!error.isEmpty()) {
                throw new ClusterException(name + ": " + error);
            }
            return JSON.readValue(line, reply);
        } catch (JsonProcessingException e) {
            throw new ClusterException(name + " answered what cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private String next(Duration atMost, String purpose) {
        try {
            String line = replies.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null || line.equals(END)) {
                String what = line == null
                        ? name + " did not come " + purpose + " within " + atMost.toSeconds() + " s"
                        : name + " ended";
                // A late answer would be taken for the answer to the next request.
                close();
                throw new ClusterException(what + "; its log " + log + " ends with\n" + Daemon.tail(log));
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while waiting for " + name, e);
        }
    }

    /** Tells it that no further request comes, and waits until it has ended by itself; what has not by then is ended by force. */
    public void finish(Duration atMost) {
        try {
            requests.close();
            process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            // It has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

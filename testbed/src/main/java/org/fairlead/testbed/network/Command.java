// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs {@code ip} and {@code tc} in the namespace of the calling thread, many commands to one process. */
public final class Command {
    private static final Pattern FAILED_LINE = Pattern.compile("Command failed -:(\\d+)");

    private Command() {}

    /** @throws IOException with the tool's own words, and the line of the batch that it refused */
    static void batch(String tool, List<String> lines) throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        Outcome outcome = run(List.of(tool, "-batch", "-"), String.join("\n", lines) + "\n");
        if (outcome.status() != 0) {
            Matcher failed = FAILED_LINE.matcher(outcome.output());
            String line = failed.find()
                    ? "'" + tool + " " + lines.get(Integer.parseInt(failed.group(1)) - 1) + "'"
                    : "a batch of " + lines.size() + " lines to " + tool;
            throw new IOException(line + " failed: " + outcome.output().strip());
        }
    }

    /** @throws IOException if the command cannot be started or fails */
    public static String run(List<String> command) throws IOException {
        Outcome outcome = run(command, "");
        if (outcome.status() != 0) {
            throw new IOException("'" + String.join(" ", command) + "' failed with status " + outcome.status() + ": "
                    + outcome.output().strip());
        }
        return outcome.output();
    }

    /** @param output standard output and error, as they came */
    record Outcome(int status, String output) {}

    static Outcome run(List<String> command, String input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            // ip and tc say little until they end: their output fits the pipe while we write
            try (OutputStream to = process.getOutputStream()) {
                to.write(input.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // it ended before it read everything: its status and output say why
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + command.get(0), e);
        } finally {
            process.destroy();
        }
    }
}

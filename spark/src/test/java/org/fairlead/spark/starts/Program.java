// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that a test started, with a directory of its own and all that it says in one file. Closing ends it. */
final class Program implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 120;
    private static final int GRACE_SECONDS = 30;

    private final Path log;
    private final Process process;

    private Program(Path log, Process process) {
        this.log = log;
        this.process = process;
    }

    /**
     * @param directory that it works in
     * @param name of its log there
     * @param environment on top of this process's own; what Spark reads of that is taken away
     * @param input what it reads
     */
    static Program start(Path directory, String name, Map<String, String> environment, Path input, List<String> command)
            throws IOException {
        Path log = directory.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(input.toFile()))
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("SPARK_") || key.startsWith("PYSPARK_"));
        builder.environment().putAll(environment);
        return new Program(log, builder.start());
    }

    Path log() {
        return log;
    }

    String said() throws IOException {
        return Files.readString(log);
    }

    /** Waits for its end, and holds that it was a good one. */
    Program ended() throws IOException, InterruptedException {
        boolean over = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(over).as(() -> "it ends: " + log).isTrue();
        assertThat(process.exitValue()).as(() -> "exit code; " + tail()).isZero();
        return this;
    }

    /** Waits until it has said something, and returns the pattern's group. */
    String says(String pattern) throws IOException, InterruptedException {
        Pattern wanted = Pattern.compile(pattern);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            boolean alive = process.isAlive();
            Matcher matcher = wanted.matcher(said());
            if (matcher.find()) {
                return matcher.group(1);
            }
            assertThat(alive && System.nanoTime() - end < 0)
                    .as(() -> "it says " + pattern + "; " + tail())
                    .isTrue();
            Thread.sleep(100);
        }
    }

    private String tail() {
        try {
            String all = said();
            return "the end of " + log + ":\n" + all.substring(Math.max(0, all.length() - 6000));
        } catch (IOException e) {
            return log + " cannot be read: " + e;
        }
    }

    /** As a stop script would; by force if that does not help, and then it is an error. */
    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("it did not end when it was told to; " + tail());
        }
    }

    /** Ends what a test has left running, which is an error, and leaves time for what is about to end. */
    static void endAllBelow(Path directory) {
        List<ProcessHandle> left = ProcessHandle.allProcesses()
                .filter(process -> isBelow(directory, process))
                .filter(process -> !endsSoon(process))
                .toList();
        List<String> commands = left.stream()
                .map(process -> process.info().commandLine().orElse("?"))
                .toList();
        left.forEach(ProcessHandle::destroyForcibly);
        assertThat(commands).as("processes that were left").isEmpty();
    }

    /** Also what has lost its parent: where it was started stands in the command of every JVM of Spark's. */
    private static boolean isBelow(Path directory, ProcessHandle process) {
        String java = ProcessHandle.current().info().command().orElseThrow();
        boolean named = process.info().command().filter(java::equals).isPresent()
                && process.info()
                        .commandLine()
                        .filter(line -> line.contains(directory.toAbsolutePath() + File.separator))
                        .isPresent();
        boolean below = ProcessHandle.current().descendants().anyMatch(process::equals);
        return below || (named && process.pid() != ProcessHandle.current().pid());
    }

    private static boolean endsSoon(ProcessHandle process) {
        return process.onExit()
                .thenApply(ended -> true)
                .completeOnTimeout(false, GRACE_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}

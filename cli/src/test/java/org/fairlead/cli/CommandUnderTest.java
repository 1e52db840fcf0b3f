// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the command as a user does: a process of its own, with a directory of its own for its testbeds. */
final class CommandUnderTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    private final Path testbeds;
    private final List<Path> jars;

    /** @param jars further ones on its class path */
    CommandUnderTest(Path testbeds, Path... jars) {
        this.testbeds = testbeds;
        this.jars = List.of(jars);
    }

    record Outcome(int exitCode, String output) {}

    Process start(String... arguments) throws IOException {
        return builder(arguments).start();
    }

    /** The same with all that it says in a file, which nobody needs to read for it to go on. */
    Process start(Path output, String... arguments) throws IOException {
        return builder(arguments).redirectOutput(output.toFile()).start();
    }

    /** The same after other commands, such as those that give it a file system of its own. */
    Process startAfter(List<String> first, Path output, String... arguments) throws IOException {
        ProcessBuilder builder = builder(arguments).redirectOutput(output.toFile());
        builder.command().addAll(0, first);
        return builder.start();
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfairlead.home=" + REPOSITORY,
                "-cp",
                classPath(),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("FAIRLEAD_TESTBEDS", testbeds.toString());
        builder.environment().remove("FAIRLEAD_DEBUG");
        return builder;
    }

    private String classPath() {
        String own = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.concat(Stream.of(own), jars.stream().map(Path::toString))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** @throws AssertionError with what the command said when it fails */
    String succeed(String... arguments) throws IOException, InterruptedException {
        Outcome outcome = run(arguments);
        if (outcome.exitCode() != 0) {
            throw new AssertionError(String.join(" ", arguments) + " ended with " + outcome);
        }
        return outcome.output();
    }

    Outcome run(String... arguments) throws IOException, InterruptedException {
        Process process = start(arguments);
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("no end after 5 minutes: " + String.join(" ", arguments));
        }
        return new Outcome(process.exitValue(), output);
    }

    /** Command lines of the processes that belong to testbeds of this test, whoever their parent is now. */
    List<String> processesLeft() throws IOException {
        return List.copyOf(processes().values());
    }

    /** Command line of each process that belongs to testbeds of this test, by its id. */
    Map<Long, String> processes() throws IOException {
        Map<Long, String> found = new TreeMap<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .toList()) {
                try {
                    String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
                    if (environment.contains("FAIRLEAD_SANDBOX=" + testbeds)) {
                        found.put(
                                Long.parseLong(process.getFileName().toString()),
                                Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                                        .replace('\0', ' '));
                    }
                } catch (IOException e) {
                    // it has ended, or it is somebody else's
                }
            }
        }
        return found;
    }

    List<Path> filesLeft() throws IOException {
        if (Files.notExists(testbeds)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(testbeds)) {
            return files.toList();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.sandbox;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command of this program again inside new namespaces; see the package's description. */
public final class Sandbox implements AutoCloseable {
    /** Set for the inner run: the testbed's directory. */
    public static final String DIRECTORY_VARIABLE = "FAIRLEAD_SANDBOX";

    private static final int SECONDS_TO_CLEAN_UP = 60;

    private final TestbedDirectory directory;
    private final Process process;
    private final Thread cutter;

    private Sandbox(TestbedDirectory directory, Process process) {
        this.directory = directory;
        this.process = process;
        cutter = new Thread(this::cut, "sandbox-end");
    }

    public static boolean isInside() {
        return System.getenv(DIRECTORY_VARIABLE) != null;
    }

    /** The directory of the testbed whose sandbox this process runs in. */
    public static TestbedDirectory current() {
        return TestbedDirectory.at(Path.of(System.getenv(DIRECTORY_VARIABLE)));
    }

    /**
     * Starts {@code mainClass} with {@code arguments} inside a new sandbox.
     *
     * @param rootless whether to make a user namespace; slow disks need the real root instead
     * @param output where the inner run's standard output and error go
     */
    public static Sandbox enter(
            TestbedDirectory directory, boolean rootless, String mainClass, List<String> arguments, Redirect output) {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(unshare(rootless));
        command.addAll(List.of(
                "sh", "-c", initScript(), "fairlead-testbed", directory.path().toString()));
        command.addAll(javaCommand(directory, mainClass));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.PIPE)
                .redirectOutput(output)
                .redirectError(output);
        builder.environment().put(DIRECTORY_VARIABLE, directory.path().toString());
        try {
            Process process = builder.start();
            Sandbox sandbox = new Sandbox(directory, process);
            Runtime.getRuntime().addShutdownHook(sandbox.cutter);
            directory.signSandbox(process.toHandle());
            sandbox.say("go");
            return sandbox;
        } catch (IOException e) {
            throw new UncheckedIOException("the sandbox did not start: " + e.getMessage(), e);
        }
    }

    /** The command that makes the namespaces of a sandbox. */
    public static List<String> unshare(boolean rootless) {
        List<String> command = new ArrayList<>(List.of("unshare"));
        if (rootless) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("--net", "--mount", "--pid", "--ipc", "--fork", "--kill-child"));
        return command;
    }

    /**
     * The command line that runs {@code inner} inside the sandbox of a running testbed.
     *
     * @throws IllegalStateException if the testbed is not up
     */
    public static List<String> commandInside(TestbedDirectory testbed, boolean rootless, List<String> inner) {
        ProcessHandle init = testbed.sandboxInit()
                .orElseThrow(() -> new IllegalStateException("testbed '" + testbed.name() + "' is not up"));
        List<String> command = new ArrayList<>(List.of("nsenter", "--target", Long.toString(init.pid())));
        if (rootless) {
            command.addAll(List.of("--user", "--preserve-credentials"));
        }
        command.addAll(List.of("--net", "--mount", "--pid", "--ipc", "--root"));
        // Another mount namespace starts at its root; the user expects to stay where they are.
        command.addAll(List.of("sh", "-c", "cd \"$0\" 2>/dev/null || cd /; exec \"$@\""));
        command.add(System.getProperty("user.dir"));
        command.addAll(inner);
        return command;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int waitFor() throws InterruptedException {
        return process.waitFor();
    }

    /** Lets the testbed live on after this command. */
    public void detach() {
        try {
            say(Lifeline.DETACH);
            removeCutter();
        } catch (IOException e) {
            throw new UncheckedIOException("testbed '" + directory.name() + "' ended meanwhile", e);
        }
    }

    private void removeCutter() {
        try {
            Runtime.getRuntime().removeShutdownHook(cutter);
        } catch (IllegalStateException e) {
            // This process is ending already, and the hook cuts.
        }
    }

    private void say(String word) throws IOException {
        process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Cuts the lifeline and waits until the inner run has cleaned up; ends it by force after a minute. */
    @Override
    public void close() {
        cut();
        removeCutter();
    }

    private void cut() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended already
        }
        try {
            if (!process.waitFor(SECONDS_TO_CLEAN_UP, TimeUnit.SECONDS)) {
                directory.kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            directory.kill();
        }
        directory.delete();
    }

    /** The inner run's JVM, with this one's class path and properties of Fairlead's own. */
    private static List<String> javaCommand(TestbedDirectory directory, String mainClass) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx768m",
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                // Inside, this user is called root, whose home it may not enter.
                "-Duser.home=" + System.getProperty("user.home")));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("fairlead."))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(List.of("-cp", ownClassPath(directory), mainClass));
        return command;
    }

    /** This class path with the jars copied into the testbed: a build may replace them while the testbed is up. */
    public static String ownClassPath(TestbedDirectory directory) {
        try {
            Path copies = Files.createDirectories(directory.path().resolve("jars"));
            List<String> entries = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry);
                if (Files.isRegularFile(path)) {
                    Path copy = copies.resolve(entries.size() + "-" + path.getFileName());
                    if (Files.notExists(copy)) {
                        Files.copy(path, copy);
                    }
                    entries.add(copy.toString());
                } else {
                    entries.add(path.toAbsolutePath().toString());
                }
            }
            return String.join(File.pathSeparator, entries);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's jars cannot be copied: " + e.getMessage(), e);
        }
    }

    private static String initScript() {
        try (InputStream in = Sandbox.class.getResourceAsStream("init.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

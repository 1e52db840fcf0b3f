// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a main class of the test class path inside namespaces of its own, where it may build networks; everything it
 * started ends with it.
 */
public final class SandboxedTest {
    private static final String SET_UP =
            "mount -t tmpfs none /run && mount -t proc proc /proc && ip link set lo up && exec \"$@\"";

    private SandboxedTest() {}

    /**
     * @return what it printed
     * @throws AssertionError with its output, if it fails, does not end in time, or no sandbox can be made here
     */
    public static String run(Class<?> main, int mostSeconds, String... arguments) {
        return run(true, main, mostSeconds, arguments);
    }

    /** The same with the machine's real root, for what a user namespace may not do, such as slow disks. */
    public static String runAsRoot(Class<?> main, int mostSeconds, String... arguments) {
        if (!System.getProperty("user.name").equals("root")) {
            throw new AssertionError(main.getSimpleName()
                    + " has to run as root; run the tests as root, or leave it out" + " with -Dtests.excluded=root");
        }
        return run(false, main, mostSeconds, arguments);
    }

    private static String run(boolean rootless, Class<?> main, int mostSeconds, String... arguments) {
        List<String> command = new ArrayList<>(List.of("unshare"));
        if (rootless) {
            command.addAll(List.of("--user", "--map-root-user"));
        }
        command.addAll(List.of("--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c"));
        command.addAll(List.of(SET_UP, "sandbox"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")); // as the testbed's own process
        // each sandbox has a process 1, and the performance data of all of them would share one file
        command.addAll(List.of("-XX:-UsePerfData", "-Xmx256m", "-cp", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            Thread timer = new Thread(() -> stopAfter(process, mostSeconds));
            timer.setDaemon(true);
            timer.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            timer.interrupt();
            if (status != 0) {
                throw new AssertionError(
                        main.getSimpleName() + " in a sandbox ended with status " + status + ":\n" + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException("no sandbox can be made here; util-linux's unshare is needed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static void stopAfter(Process process, int seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it ended in time
        }
    }
}

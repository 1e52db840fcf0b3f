// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/** Runs a program of the user's inside a running testbed, on the user's terminal. */
final class ProgramInside {
    private ProgramInside() {}

    /**
     * Runs a command on a host or switch, waits for its end and returns its exit code.
     *
     * @throws IllegalArgumentException if there is none of that name; its message lists those there are
     */
    static int runOn(TestbedDirectory testbed, String host, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        requireKnown(host, namespaces(testbed));
        List<String> onHost = new ArrayList<>(List.of("ip", "netns", "exec", host));
        onHost.addAll(command);
        return run(testbed, onHost, environment);
    }

    /** @param known hosts and switches of the testbed */
    static void requireKnown(String host, List<String> known) {
        if (!known.contains(host)) {
            throw new IllegalArgumentException(
                    "no host or switch '" + host + "'; there are " + String.join(", ", known));
        }
    }

    /** Of hosts and switches, as {@code ip netns} lists them: a name in a line, maybe with its number behind it. */
    private static List<String> namespaces(TestbedDirectory testbed) throws IOException, InterruptedException {
        Process process = inside(testbed, List.of("ip", "netns", "list"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the hosts of testbed '" + testbed.name() + "' cannot be listed");
        }
        return output.lines().map(line -> line.replaceAll(" .*", "")).sorted().toList();
    }

    private static ProcessBuilder inside(TestbedDirectory testbed, List<String> command) {
        boolean rootless = Files.notExists(testbed.path().resolve(UpCommand.WITH_ROOT));
        return new ProcessBuilder(Sandbox.commandInside(testbed, rootless, command));
    }

    /** Runs a command in the sandbox, waits for its end and returns its exit code. */
    static int run(TestbedDirectory testbed, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = inside(testbed, command).inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        // Ctrl-C reaches the program as well; it decides what that means, and this process waits for it.
        Thread patience = new Thread(
                () -> Runtime.getRuntime().halt(process.onExit().join().exitValue()));
        Runtime.getRuntime().addShutdownHook(patience);
        int code = process.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(patience);
        } catch (IllegalStateException e) {
            // interrupted: the hook ends this process with the program's exit code
        }
        return code;
    }
}

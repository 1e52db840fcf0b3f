// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/** Runs a program of the user's inside a running testbed, on the user's terminal. */
final class ProgramInside {
    private ProgramInside() {}

    /** Runs a command on a host or switch, waits for its end and returns its exit code. */
    static int runOn(TestbedDirectory testbed, String host, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        List<String> onHost = new ArrayList<>(List.of("ip", "netns", "exec", host));
        onHost.addAll(command);
        return run(testbed, onHost, environment);
    }

    /** Runs a command in the sandbox, waits for its end and returns its exit code. */
    static int run(TestbedDirectory testbed, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        boolean rootless = Files.notExists(testbed.path().resolve(UpCommand.WITH_ROOT));
        ProcessBuilder builder = new ProcessBuilder(Sandbox.commandInside(testbed, rootless, command)).inheritIO();
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

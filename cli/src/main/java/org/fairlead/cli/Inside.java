package org.fairlead.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/** Runs a program of the user's inside a running testbed, on the user's terminal. */
final class Inside {
    private Inside() {}

    /**
     * Runs a command on a host and waits for its end.
     *
     * @return the command's exit code
     */
    static int run(TestbedDirectory testbed, String host, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        boolean rootless = Files.notExists(testbed.path().resolve(UpCommand.WITH_ROOT));
        ProcessBuilder builder =
                new ProcessBuilder(Sandbox.commandInside(testbed, rootless, host, command)).inheritIO();
        builder.environment().putAll(environment);
        builder.directory(new File(System.getProperty("user.dir")));
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

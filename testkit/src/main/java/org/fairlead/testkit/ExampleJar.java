// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.fairlead.core.policy.PolicyRegistry;

/** The policies of {@code examples/policies}, in a jar that is made as a newcomer makes it. */
public final class ExampleJar {
    private ExampleJar() {}

    public static Path in(Path directory) throws IOException, InterruptedException {
        Path jar = directory.resolve("example.jar");
        String core = PolicyRegistry.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        ProcessBuilder builder =
                new ProcessBuilder("../examples/policies/build", jar.toString(), core).redirectErrorStream(true);
        builder.environment().merge("PATH", System.getProperty("java.home") + "/bin", (path, jdk) -> jdk + ":" + path);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(said);
        }
        return jar;
    }
}

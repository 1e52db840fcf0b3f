// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.testbed.sandbox.Sandbox;

/** Tries, in a sandbox of its own that ends at once, everything that the emulated network asks of the kernel. */
final class KernelFeatures {
    private KernelFeatures() {}

    /** What the kernel lacks, a sentence each. */
    static List<String> missing(boolean rootless) {
        List<String> command = new ArrayList<>(Sandbox.unshare(rootless));
        command.addAll(List.of("sh", "-c", script()));
        Preflight.Attempt attempt = Preflight.Attempt.of(command);
        if (attempt.succeeded()) {
            return List.of();
        }
        return List.of("the kernel lacks what the emulated network needs: " + attempt.output());
    }

    private static String script() {
        try (InputStream in = KernelFeatures.class.getResourceAsStream("kernel-features.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

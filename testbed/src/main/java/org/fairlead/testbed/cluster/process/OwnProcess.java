// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs a main class of ours in a process that ends by itself, so that its memory is given back. */
public final class OwnProcess {
    private static final int LONGEST_SECONDS = 1800;

    private OwnProcess() {}

    /** @throws ClusterException when it fails, with the end of its log */
    public static void run(
            String name, int heapMebibytes, List<Path> classpath, String main, List<String> arguments, Path log) {
        List<String> command = new JavaCommand()
                .options(List.of("-XX:+UseSerialGC"))
                .heap(heapMebibytes)
                .classpath(classpath)
                .main(main, arguments);
        Daemon.start(name, command, Map.of(), log).awaitSuccess(LONGEST_SECONDS);
    }
}

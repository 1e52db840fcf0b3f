// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.testbed.processor.UsedProcessors;

/** Prints how many processors two hosts have whose shells are never done: each with a fifth of one, the first then with a twentieth, then a fifth again while the second does nothing, and as many as it can get after that. */
final class HostProcessorsProbe {
    private static final double EACH = 0.2;
    private static final double SLOW = 0.05;

    private HostProcessorsProbe() {}

    public static void main(String[] arguments) throws Exception {
        Process first = busy();
        Process second = busy();
        try {
            Map<String, List<ProcessHandle>> processes = new LinkedHashMap<>();
            processes.put("h1", List.of(first.toHandle()));
            processes.put("h2", List.of(second.toHandle()));
            processes.put("h3", List.of());
            HostProcessors own = HostProcessors.give(Path.of(arguments[0]), EACH, processes);
            try {
                print(first, EACH / 2);
                print(second, EACH / 2);
                SlowPart slow = own.slow("h1", SLOW);
                print(first, SLOW / 2);
                print(second, EACH / 2);
                slow.close();
                second.destroyForcibly().waitFor();
                print(first, EACH / 2);
            } finally {
                own.close();
            }
            print(first, 2 * EACH);
        } finally {
            first.destroyForcibly();
            second.destroyForcibly();
        }
    }

    private static Process busy() throws Exception {
        return new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    }

    /** @param enough processors */
    private static void print(Process process, double enough) throws InterruptedException {
        System.out.println(UsedProcessors.most(process, enough));
    }
}

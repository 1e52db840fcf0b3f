// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.slow;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Prints how many processors two hosts have whose shells are never done: each with a fifth of one, the first then with a twentieth, then a fifth again while the second does nothing, and as many as it can get after that. */
final class HostProcessorsProbe {
    private static final double EACH = 0.2;
    private static final double SLOW = 0.05;
    private static final long MILLIS = 1500;

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
                print(first, second);
                SlowPart slow = own.slow("h1", SLOW);
                print(first, second);
                slow.close();
                second.destroyForcibly().waitFor();
                print(first);
            } finally {
                own.close();
            }
            print(first);
        } finally {
            first.destroyForcibly();
            second.destroyForcibly();
        }
    }

    private static Process busy() throws Exception {
        return new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    }

    private static void print(Process... processes) throws InterruptedException {
        List<Duration> before =
                Stream.of(processes).map(HostProcessorsProbe::used).toList();
        long start = System.nanoTime();
        Thread.sleep(MILLIS);
        for (int i = 0; i < processes.length; i++) {
            Duration more = used(processes[i]).minus(before.get(i));
            System.out.println((double) more.toNanos() / (System.nanoTime() - start));
        }
    }

    private static Duration used(Process process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("the kernel does not say what a process has used"));
    }
}

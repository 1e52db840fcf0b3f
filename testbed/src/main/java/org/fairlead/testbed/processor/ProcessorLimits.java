// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.processor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds how much processor time some processes get together, and those that they start from then on: a control group with a quota, of
 * version 1 where its {@code cpu} hierarchy is mounted, else of version 2, below the {@linkplain TestbedGroup testbed's own}, so that what holds for
 * the whole testbed goes on. Needs the real root.
 */
public final class ProcessorLimits {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final Path VERSION_1 = ROOT.resolve("cpu");
    private static final long PERIOD_MICROS = 100_000;
    /** The kernel's own. */
    private static final long LEAST_QUOTA_MICROS = 1_000;

    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MILLIS = 50;

    private ProcessorLimits() {}

    /** A limit that is in force until it is closed; the processes are then where they were. */
    public static final class Limit implements AutoCloseable {
        private final Path group;
        private final Path before;

        private Limit(Path group, Path before) {
            this.group = group;
            this.before = before;
        }

        /**
         * Bounds the same processes otherwise, from now on.
         *
         * @param processors that they have together, above 0
         * @throws IOException if the kernel refuses
         */
        public void change(double processors) throws IOException {
            bound(group, processors);
        }

        @Override
        public void close() throws IOException {
            // Processes may be started while others are moved.
            for (int attempt = 1; Files.exists(group); attempt++) {
                for (String process : Files.readAllLines(group.resolve("cgroup.procs"))) {
                    move(process, before);
                }
                try {
                    Files.delete(group);
                } catch (IOException e) {
                    if (attempt == ATTEMPTS) {
                        throw e;
                    }
                    pause();
                }
            }
        }
    }

    /**
     * Sets a limit.
     *
     * @param testbed the testbed's directory
     * @param name of the limit, unique in the testbed: letters and digits
     * @param processors that they have together, above 0
     * @param processes that run
     * @throws IOException where the kernel has no such control groups or refuses
     */
    public static Limit set(Path testbed, String name, double processors, List<ProcessHandle> processes)
            throws IOException {
        Path group = isVersion1()
                ? VERSION_1.resolve(prefix(testbed) + name)
                : TestbedGroup.of(testbed).leafWith("+cpu", "processors-" + name);
        Files.createDirectory(group);
        Limit limit = new Limit(group, before());
        boolean complete = false;
        try {
            bound(group, processors);
            for (ProcessHandle process : processes) {
                move(Long.toString(process.pid()), group);
            }
            complete = true;
            return limit;
        } finally {
            if (!complete) {
                limit.close();
            }
        }
    }

    private static void bound(Path group, double processors) throws IOException {
        long quota = Math.max(LEAST_QUOTA_MICROS, Math.round(processors * PERIOD_MICROS));
        if (isVersion1()) {
            Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
            Files.writeString(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
        } else {
            Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        }
    }

    /** What this machine lacks for it, in a sentence; empty for nothing. */
    public static List<String> missing() {
        return isVersion1() || TestbedGroup.isKnown()
                ? List.of()
                : List.of("this kernel has neither cpu (version 1) nor version 2 control groups in " + ROOT
                        + ", which slow processors need");
    }

    /** Removes every group that was left by a testbed whose processes have ended; without effect when there is none. */
    public static void removeLeft(Path testbed) throws IOException {
        TestbedGroup.of(testbed).removeEmpty();
        if (!isVersion1() || !Files.isWritable(VERSION_1)) {
            return;
        }
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(VERSION_1, prefix(testbed) + "*")) {
            groups.forEach(left::add);
        }
        for (Path group : left) {
            TestbedGroup.removeIfEmpty(group);
        }
    }

    private static String prefix(Path testbed) {
        return "fairlead-" + testbed.getFileName() + "-processors-";
    }

    private static boolean isVersion1() {
        return Files.exists(VERSION_1.resolve("cgroup.procs"));
    }

    /** Where this process is, and all that it has started. */
    private static Path before() throws IOException {
        Path hierarchy = isVersion1() ? VERSION_1 : ROOT;
        for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            boolean own = isVersion1() ? List.of(parts[1].split(",")).contains("cpu") : parts[1].isEmpty();
            Path group = hierarchy.resolve(parts[2].substring(1));
            if (own && Files.exists(group.resolve("cgroup.procs"))) {
                return group;
            }
        }
        return hierarchy;
    }

    private static void move(String process, Path group) throws IOException {
        try {
            Files.writeString(group.resolve("cgroup.procs"), process);
        } catch (IOException e) {
            if (Files.exists(Path.of("/proc", process))) {
                throw e;
            }
            // It has ended meanwhile.
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

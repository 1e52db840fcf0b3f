// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;

/**
 * Says what this machine lacks for a testbed before anything is started: one sentence a lack, each with what to do.
 */
public final class Preflight {
    /** Command to the Debian or Ubuntu package that has it. */
    private static final Map<String, String> TOOLS = Map.of(
            "unshare", "util-linux",
            "nsenter", "util-linux",
            "setsid", "util-linux",
            "mount", "mount",
            "ip", "iproute2",
            "tc", "iproute2",
            "nft", "nftables");

    /** The same, for switches of Open vSwitch. */
    private static final Map<String, String> SWITCH_TOOLS = Map.of(
            "ovs-vswitchd", "openvswitch-switch",
            "ovsdb-server", "openvswitch-switch",
            "ovsdb-tool", "openvswitch-common",
            "ovs-vsctl", "openvswitch-switch",
            "ovs-ofctl", "openvswitch-common");

    private static final Path CONGESTION_CONTROLS = Path.of("/proc/sys/net/ipv4/tcp_available_congestion_control");

    private Preflight() {}

    /** What Open vSwitch lacks on this machine; empty where it has all. */
    public static List<String> missingOfOpenVSwitch() {
        return missingOf(SWITCH_TOOLS);
    }

    private static List<String> missingOf(Map<String, String> tools) {
        return tools.keySet().stream()
                .sorted()
                .filter(tool -> !onPath(tool))
                .map(tool -> "the command '" + tool + "' is not installed; install it with: apt-get install "
                        + tools.get(tool))
                .toList();
    }

    /**
     * Checks tools, namespaces and the kernel's network features, memory and disk space.
     *
     * @param rootless whether the sandbox will have a user namespace
     * @param memoryBytes what the testbed will need at its peak
     * @param diskBytes what its data will take in {@link TestbedDirectory#home()}
     * @return what is missing; empty when the testbed can start
     */
    public static List<String> missing(boolean rootless, long memoryBytes, long diskBytes) {
        List<String> missing = new ArrayList<>(missingOf(TOOLS));
        if (missing.isEmpty()) {
            namespaces(rootless).ifPresent(missing::add);
        }
        if (missing.isEmpty()) {
            missing.addAll(KernelFeatures.missing(rootless));
        }
        memory(memoryBytes).ifPresent(missing::add);
        disk(diskBytes).ifPresent(missing::add);
        return missing;
    }

    /**
     * Whether a sandbox gets a user namespace: unless slow disks need the real root, or root runs where no user namespaces
     * can be made (in a chroot, in many containers).
     */
    public static boolean rootless(boolean slowDisks) {
        if (slowDisks) {
            return false;
        }
        return !System.getProperty("user.name").equals("root")
                || namespaces(true).isEmpty();
    }

    /**
     * What the kernel lacks of one of TCP's algorithms, in a sentence; empty where it has that, or loads it for the real root.
     *
     * @param rootless whether the sandbox will have a user namespace
     */
    public static List<String> missingCongestionControl(String name, boolean rootless) {
        try {
            List<String> known = Files.readAllLines(CONGESTION_CONTROLS).stream()
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .toList();
            String module = "tcp_" + name;
            if (known.contains(name)
                    || (!rootless
                            && Attempt.of(List.of("modprobe", "--dry-run", "--quiet", module))
                                    .succeeded())) {
                return List.of();
            }
            return List.of("the kernel has no congestion control '" + name + "'; it has " + String.join(", ", known)
                    + ", and perhaps more after: modprobe " + module);
        } catch (IOException e) {
            return List.of(); // nobody says
        }
    }

    private static boolean onPath(String tool) {
        return Stream.of((System.getenv("PATH") + ":/usr/sbin:/sbin").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }

    private static Optional<String> namespaces(boolean rootless) {
        List<String> command = new ArrayList<>(Sandbox.unshare(rootless));
        command.add("true");
        Attempt attempt = Attempt.of(command);
        if (attempt.succeeded()) {
            return Optional.empty();
        }
        return Optional.of("namespaces cannot be made (" + attempt.output() + "); "
                + (rootless
                        ? "allow them with: sysctl -w user.max_user_namespaces=10000, and where the kernel has these keys"
                                + " kernel.unprivileged_userns_clone=1 and"
                                + " kernel.apparmor_restrict_unprivileged_userns=0; or run as root"
                        : "run as root, outside an unprivileged container"));
    }

    private static Optional<String> memory(long needed) {
        long available = availableMemory();
        if (available >= needed) {
            return Optional.empty();
        }
        return Optional.of(
                "%s of memory are available and about %s are needed; use fewer hosts or Spark workers, or stop other programs"
                        .formatted(gib(available), gib(needed)));
    }

    private static Optional<String> disk(long needed) {
        Path home = TestbedDirectory.home();
        Path existing = Files.isDirectory(home) ? home : home.getParent();
        long free = existing == null ? 0 : existing.toFile().getUsableSpace();
        if (free >= needed) {
            return Optional.empty();
        }
        return Optional.of(
                "%s are free on the file system of %s and about %s are needed; set FAIRLEAD_TESTBEDS to a directory with more room"
                        .formatted(gib(free), home, gib(needed)));
    }

    /** Memory that programs could get now without others losing it, in bytes, also in a container; a lot when nobody says. */
    public static long availableMemory() {
        return Math.min(ofMachine(), MemoryLimit.leftBytes());
    }

    private static long ofMachine() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private static String gib(long bytes) {
        return "%.1f GiB".formatted(bytes / 1073741824.0);
    }

    /** A command that was tried: whether it exited with 0, and what it said. */
    record Attempt(boolean succeeded, String output) {
        /** A thread for each, as one is held up by whom its command left behind; the common pool may have a single one. */
        private static final Executor OUTPUTS =
                read -> LastingThread.workers("command output").newThread(read).start();

        private static final int MOST_SECONDS = 30;

        static Attempt of(List<String> command) {
            return of(command, MOST_SECONDS);
        }

        static Attempt of(List<String> command, int mostSeconds) {
            try {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.from(
                                Path.of("/dev/null").toFile()))
                        .start();
                return of(process, mostSeconds);
            } catch (IOException e) {
                return new Attempt(false, e.getMessage());
            }
        }

        /** What it has started ends with it. */
        private static Attempt of(Process process, int mostSeconds) {
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> outputOf(process), OUTPUTS);
            try {
                if (!process.waitFor(mostSeconds, TimeUnit.SECONDS)) {
                    return new Attempt(false, "no answer in " + mostSeconds + " s");
                }
                // Somebody whom it has left behind may still hold its output open.
                String said =
                        output.completeOnTimeout("", 1, TimeUnit.SECONDS).join().strip();
                return new Attempt(process.exitValue() == 0, said.replace('\n', ' '));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Attempt(false, "interrupted");
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }

        private static String outputOf(Process process) {
            try {
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return e.getMessage(); // of a process that was ended
            }
        }
    }
}

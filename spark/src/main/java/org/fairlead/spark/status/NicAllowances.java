// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.counters.HostCounters;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.time.TimeSource;

/**
 * Reads how often a cloud held back packets of this host, as its network devices' drivers count it ({@code ethtool -S}; Amazon's ena: {@code bw_in_allowance_exceeded} and
 * others of that name). The kernel has these figures in no file, and an ioctl is out of Java's reach, so that the tool is run. Not safe for threads.
 */
final class NicAllowances {
    private static final Pattern EXCEEDED = Pattern.compile("\\s*(\\w*allowance_exceeded\\w*)\\s*:\\s*(\\d{1,18})\\s*");
    private static final int LARGEST_OUTPUT = 256 << 10;
    private static final int MOST_COUNTERS = 64;
    private static final long LONGEST_SECONDS = 5;
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin/ethtool"), Path.of("/sbin/ethtool"), Path.of("/usr/bin/ethtool"));

    private final Path tool;
    private final HostCounters counters;
    private final TimeSource time;
    private final Map<String, Long> first = new HashMap<>();
    private final Map<String, Long> reported = new HashMap<>();

    NicAllowances(Path tool, HostCounters counters, TimeSource time) {
        this.tool = tool;
        this.counters = counters;
        this.time = time;
    }

    /** Empty where the tool is not installed. */
    static Optional<NicAllowances> ofThisHost(HostCounters counters, TimeSource time) {
        return Stream.concat(
                        Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                        .orElse("")
                                        .split(":"))
                                .filter(directory -> directory.startsWith("/"))
                                .map(directory -> Path.of(directory, "ethtool")),
                        PLACES.stream())
                .filter(Files::isExecutable)
                .findFirst()
                .map(tool -> new NicAllowances(tool, counters, time));
    }

    /** Those that were exceeded again since the last look, with how often since the first. */
    List<NicAllowance> exceeded() throws IOException {
        List<NicAllowance> again = new ArrayList<>();
        for (Heartbeat.Nic nic : counters.nics()) {
            for (Map.Entry<String, Long> each : parsed(output(nic.name())).entrySet()) {
                String key = nic.name() + " " + each.getKey();
                long since = each.getValue() - first.computeIfAbsent(key, unused -> each.getValue());
                if (since > reported.getOrDefault(key, 0L)) {
                    reported.put(key, since);
                    again.add(new NicAllowance("", nic.name(), each.getKey(), time.currentTimeMillis(), since));
                }
            }
        }
        return again;
    }

    static Map<String, Long> parsed(String output) {
        Map<String, Long> counts = new HashMap<>();
        output.lines().forEach(line -> {
            Matcher exceeded = EXCEEDED.matcher(line);
            if (exceeded.matches() && counts.size() < MOST_COUNTERS) {
                counts.put(exceeded.group(1), Long.parseLong(exceeded.group(2)));
            }
        });
        return counts;
    }

    /** Of a device without counters the tool has an error to tell, in which nothing is found. */
    private String output(String device) throws IOException {
        Process process = new ProcessBuilder(tool.toString(), "-S", device)
                .redirectErrorStream(true)
                .start();
        CompletableFuture<Process> tooLong = process.onExit()
                .orTimeout(LONGEST_SECONDS, TimeUnit.SECONDS)
                .exceptionally(timeout -> process.destroyForcibly());
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            return new String(out.readNBytes(LARGEST_OUTPUT), StandardCharsets.ISO_8859_1);
        } finally {
            if (process.isAlive()) {
                process.destroyForcibly();
            }
            tooLong.cancel(false);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsFiles;

/**
 * A controller in a process of its own with little memory, attacked from this one while somebody with a token reports every 20 ms.
 * {@code ControllerUnderAttack [FACTOR]} makes each attack in full, or by a fraction of it, and prints a line of JSON for each: how
 * long the reports took, and the memory of the controller's process. Loopback alone.
 */
public final class ControllerUnderAttack implements AutoCloseable {
    static final String TOKEN = "bystander-0123456789abcdef";
    private static final String HEAP = "-Xmx256m";

    private final Process process;
    private final int port;
    private final Optional<TlsFiles> keys;

    private ControllerUnderAttack(Process process, int port, Optional<TlsFiles> keys) {
        this.process = process;
        this.port = port;
        this.keys = keys;
    }

    /** What somebody with a token saw of an attack. */
    record Seen(
            String attack,
            int connections,
            double seconds,
            long reports,
            long failed,
            double medianMillis,
            double p99Millis,
            double longestMillis,
            long residentMiB,
            long highestResidentMiB) {
        String json() {
            return String.format(
                    Locale.ROOT,
                    "{\"attack\": \"%s\", \"connections\": %d, \"seconds\": %.1f, \"reports\": %d, \"failed\": %d,"
                            + " \"median_ms\": %.2f, \"p99_ms\": %.2f, \"max_ms\": %.1f, \"rss_mib\": %d,"
                            + " \"highest_rss_mib\": %d}",
                    attack,
                    connections,
                    seconds,
                    reports,
                    failed,
                    medianMillis,
                    p99Millis,
                    longestMillis,
                    residentMiB,
                    highestResidentMiB);
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 1 && arguments[0].equals("serve")) {
            serve(Path.of(arguments[1]), arguments.length > 2);
            return;
        }
        double factor = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 1;
        Path directory = Files.createTempDirectory("under-attack");
        for (boolean tls : new boolean[] {false, true}) {
            try (ControllerUnderAttack controller = start(directory, tls)) {
                print(controller.during(new Attack.Nothing()));
                if (tls) {
                    for (int halfOpen : new int[] {20, 200}) {
                        print(controller.during(new Attack.HalfOpenHandshakes(halfOpen)));
                    }
                } else {
                    print(controller.during(new Attack.LargeBodies(120, 30)));
                    print(controller.during(new Attack.SlowBodies(scaled(200, factor), TOKEN)));
                    print(controller.during(new Attack.SlowReaders(scaled(200, factor), TOKEN)));
                }
                print(controller.during(new Attack.Crowd(scaled(2000, factor))));
                print(controller.during(new Attack.OneAfterAnother(scaled(100_000, factor))));
                System.out.println(controller.restarts());
            }
        }
    }

    private static int scaled(int full, double factor) {
        return Math.max(1, (int) (full * factor));
    }

    private static void print(Seen seen) {
        System.out.println(seen.json());
        System.out.flush();
    }

    private static void serve(Path directory, boolean tls) throws Exception {
        ControllerSettings settings = Trial.settings().tokenFile(directory.resolve("tokens"));
        try (Controller controller =
                Controller.start(tls ? settings.tls(TrialKeys.in(directory)) : settings, TimeSource.SYSTEM)) {
            System.out.println(controller.address().getPort());
            System.out.flush();
            int said = System.in.read(); // until whoever started this ends
            if (said >= 0) {
                throw new IllegalStateException("nothing is expected here");
            }
        }
    }

    /** @param directory for a token and, with TLS, keys */
    static ControllerUnderAttack start(Path directory, boolean tls) throws Exception {
        Path tokens = directory.resolve("tokens");
        if (!Files.exists(tokens)) {
            Files.write(tokens, List.of("any " + TOKEN));
            Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
        }
        Optional<TlsFiles> keys = tls ? Optional.of(TrialKeys.in(directory)) : Optional.empty();
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:-OmitStackTraceInFastThrow",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("java.class.path"),
                ControllerUnderAttack.class.getName(),
                "serve",
                directory.toString());
        if (tls) {
            builder.command().add("tls");
        }
        Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String port = said.readLine();
        if (port == null) {
            throw new IOException("the controller did not start");
        }
        return new ControllerUnderAttack(process, Integer.parseInt(port.strip()), keys);
    }

    Peer peer() throws IOException, InterruptedException {
        return keys.isPresent()
                ? Peer.secured(
                        port, keys.get().watched(TimeSource.SYSTEM).last().context())
                : Peer.plain(port);
    }

    /** Makes an attack, and reports beside it from its beginning to its end. */
    Seen during(Attack attack) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        long start = System.nanoTime();
        try (Bystander bystander = new Bystander(this, over)) {
            bystander.begin();
            attack.run(InetAddress.getLoopbackAddress(), port);
            over.countDown();
            double[] millis = bystander.millis();
            Arrays.sort(millis);
            return new Seen(
                    attack.getClass().getSimpleName(),
                    attack.connections(),
                    (System.nanoTime() - start) / 1e9,
                    millis.length,
                    bystander.failed(),
                    at(millis, 0.5),
                    at(millis, 0.99),
                    at(millis, 1),
                    memory("VmRSS:"),
                    memory("VmHWM:"));
        }
    }

    private static double at(double[] sorted, double share) {
        return sorted.length == 0
                ? Double.NaN
                : sorted[(int) Math.min(sorted.length - 1L, Math.round(share * sorted.length))];
    }

    private long memory(String key) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
            if (line.startsWith(key)) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
            }
        }
        throw new IOException("no " + key + " of the controller's process");
    }

    /** What the controller says of its threads. */
    String restarts() throws IOException, InterruptedException {
        try (Peer peer = peer()) {
            String health = peer.get("/healthz");
            return health.substring(health.indexOf("\r\n\r\n") + 4);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        try (PrintStream in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
            in.flush();
        }
        process.destroy();
        process.waitFor();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.testbed;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.fairlead.cli.shell.Installation;
import org.fairlead.protocol.trust.TokenFile;
import org.fairlead.testbed.forward.Forwarder;
import org.fairlead.testbed.forward.Page;
import org.fairlead.testbed.live.ControlSocket;
import org.fairlead.testbed.live.Request;
import org.fairlead.testbed.sandbox.Sandbox;
import org.fairlead.testbed.sandbox.TestbedDirectory;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Opens a testbed's web pages on this machine. */
@Command(
        name = "forward",
        mixinStandardHelpOptions = true,
        description = {
            "Opens the web pages of a running testbed on this machine's loopback, until Ctrl-C or the testbed's end: of the Spark"
                    + " application, Spark's master and the controller, whose token it shows. 'up' does so by itself;"
                    + " 'status' says where."
        })
final class ForwardCommand implements Callable<Integer> {
    /** Written into the testbed's directory by who forwards: {@link Forwarded} as JSON. */
    private static final String FILE = "forwarded.json";

    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin
    private WhichTestbed which;

    /** @param urls by the page's name */
    private record Forwarded(long pid, Map<String, String> urls) {}

    @Override
    public Integer call() throws IOException {
        TestbedDirectory testbed = which.find();
        List<Page> pages = pages(ControlSocket.ask(testbed.path(), Request.of(Request.Kind.PAGES))
                .result());
        if (pages.isEmpty()) {
            throw new IllegalArgumentException(
                    "testbed '" + testbed.name() + "' has no web pages: it is a network alone");
        }
        Optional<String> token = pages.stream().anyMatch(Page::needsToken)
                ? Optional.of(TokenFile.own(new TelemetryFiles(testbed.path()).operatorToken())
                        .token())
                : Optional.empty();
        try (Forwarder forwarder = Forwarder.start(testbed.path(), pages, token)) {
            Map<String, String> urls = new LinkedHashMap<>();
            forwarder.urls().forEach((page, url) -> urls.put(page.name(), url));
            Path beside = testbed.path().resolve(FILE + ".new");
            Files.write(
                    beside,
                    JSON.writeValueAsBytes(new Forwarded(ProcessHandle.current().pid(), urls)));
            Files.move(beside, testbed.path().resolve(FILE), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
            System.out.print(text(pages, urls));
            forwarder.awaitEnd();
        }
        return 0;
    }

    static List<Page> pages(JsonNode all) {
        return JSON.convertValue(all, new TypeReference<>() {});
    }

    /** Where a testbed's pages are found on this machine, by name; empty when nobody forwards. */
    static Map<String, String> urls(TestbedDirectory testbed) {
        try {
            Forwarded forwarded = JSON.readValue(testbed.path().resolve(FILE).toFile(), Forwarded.class);
            return ProcessHandle.of(forwarded.pid())
                    .filter(ProcessHandle::isAlive)
                    .map(alive -> forwarded.urls())
                    .orElse(Map.of());
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** A line for each page. */
    static String text(List<Page> pages, Map<String, String> urls) {
        StringBuilder text = new StringBuilder("%-22s %-26s %s%n".formatted("PAGE", "ON THIS MACHINE", "INSIDE"));
        pages.forEach(page -> text.append("%-22s %-26s %s%n"
                .formatted(page.name(), urls.getOrDefault(page.name(), "fairlead testbed forward"), page.inside())));
        return text.toString();
    }

    /** Starts this command in the background for a testbed; it ends with the testbed. Waits until its pages are open. */
    static Map<String, String> inBackground(TestbedDirectory testbed) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "setsid",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx32m",
                        "-Xss256k",
                        "-cp",
                        Sandbox.ownClassPath(testbed),
                        Installation.MAIN_CLASS,
                        "testbed",
                        "forward",
                        "--name",
                        testbed.name())
                .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(testbed.path().resolve("forward.log").toFile())
                .start();
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (process.isAlive() && System.nanoTime() < deadline) {
            Map<String, String> urls = urls(testbed);
            if (!urls.isEmpty()) {
                return urls;
            }
            Thread.sleep(50);
        }
        process.destroy();
        return Map.of();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.objects;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.fairlead.objects.EndpointMain;
import org.fairlead.objects.StoreService;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.TestbedClasses;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.process.Daemon;
import org.fairlead.testbed.cluster.process.JavaCommand;

/**
 * An object store on the host that the layout has for it: an endpoint of S3's protocol, read-only for clients, which serves what lies in a directory of the testbed's.
 * Its host's link has a rate like any other.
 */
public final class ObjectStore implements AutoCloseable {
    private static final int PORT = 9000;
    private static final String BUCKET = "input";
    private static final int HEAP_MEBIBYTES = 64;
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 50;

    private final ClusterSite site;
    private final String host;
    private final Daemon process;

    private ObjectStore(ClusterSite site, String host, Daemon process) {
        this.site = site;
        this.host = host;
        this.process = process;
    }

    /**
     * Starts it without waiting; {@link #awaitReady} waits.
     *
     * @throws ClusterException when it cannot be started, or the layout has no host for it
     */
    public static ObjectStore start(ClusterSite site, StoreService service) {
        String host = host(site);
        Path buckets = input(site).getParent();
        try {
            Files.createDirectories(input(site));
        } catch (IOException e) {
            throw new ClusterException(input(site) + " cannot be made: " + e.getMessage(), e);
        }
        List<String> command = new JavaCommand()
                .options(JavaCommand.SMALL)
                .heap(HEAP_MEBIBYTES)
                // Or the kernel holds back the end of an answer until its beginning is acknowledged.
                .property("sun.net.httpserver.nodelay", true)
                // In seconds; S3A keeps connections for 60.
                .property("sun.net.httpserver.idleInterval", 300)
                .classpath(TestbedClasses.of(EndpointMain.class))
                .main(
                        EndpointMain.class.getName(),
                        List.of(
                                buckets.toString(),
                                site.hosts().address(host),
                                Integer.toString(PORT),
                                Long.toString(service.latency().toNanos()),
                                Double.toString(service.bytesPerSecond())));
        return new ObjectStore(
                site,
                host,
                Daemon.start(
                        "object store",
                        site.hosts().commandOn(host, command),
                        Map.of(),
                        site.directory().resolve("object-store.log")));
    }

    private static String host(ClusterSite site) {
        return site.layout()
                .objectStore()
                .orElseThrow(() -> new ClusterException("the topology has no host for an object store"));
    }

    /** Where the files lie that are its objects: a file's path below that is its key. */
    public static Path input(ClusterSite site) {
        return site.directory().resolve("objects").resolve(BUCKET);
    }

    /** Of the objects whose keys begin so, for S3A. */
    public static String uri(String... key) {
        return "s3a://" + BUCKET + "/" + String.join("/", key);
    }

    /** By which S3A reaches it. */
    public static Map<String, String> clientConfiguration(ClusterSite site) {
        return Map.of(
                "fs.s3a.endpoint",
                "http://" + site.hosts().address(host(site)) + ":" + PORT,
                // Anything: nothing is looked up by it.
                "fs.s3a.endpoint.region",
                "us-east-1",
                "fs.s3a.path.style.access",
                "true",
                "fs.s3a.connection.ssl.enabled",
                "false",
                "fs.s3a.access.key",
                "testbed",
                "fs.s3a.secret.key",
                "testbed");
    }

    /** Waits until it listens. */
    public ObjectStore awaitReady() {
        long deadline = System.nanoTime() + READY_WITHIN.toNanos();
        while (System.nanoTime() < deadline) {
            process.requireAlive();
            if (listens()) {
                return this;
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted while waiting for the object store", e);
            }
        }
        throw process.failure("the object store is not ready after " + READY_WITHIN.toSeconds() + " s");
    }

    private boolean listens() {
        try {
            return site.hosts().callOn(host, () -> {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(site.hosts().address(host), PORT), POLL_MILLIS);
                    return true;
                } catch (IOException e) {
                    return false;
                }
            });
        } catch (Exception e) {
            throw new ClusterException(host + " cannot be entered: " + e.getMessage(), e);
        }
    }

    /** @throws ClusterException when it has ended */
    public void requireAlive() {
        process.requireAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}

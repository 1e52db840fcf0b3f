// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.testbed.network.Namespaces;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and reads at a steady pace from many hosts until its standard input ends, and prints a line of JSON for every file that was
 * written, read or deleted and for every second.
 */
public final class SteadyMain {
    private static final Logger LOG = LoggerFactory.getLogger(SteadyMain.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Longer than Hadoop's own waits for a DataNode that is gone. */
    private static final int LAST_FILES_SECONDS = 150;

    private final PrintStream lines;
    private final SteadyRequest request;
    private final HostFileSystems fileSystems = new HostFileSystems();
    private final SteadyFiles files = new SteadyFiles();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong read = new AtomicLong();
    private volatile boolean ended;

    private SteadyMain(PrintStream lines, SteadyRequest request) {
        this.lines = lines;
        this.request = request;
    }

    public static void main(String[] args) throws Exception {
        PrintStream lines = System.out;
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        SteadyRequest request = JSON.readValue(in.readLine(), SteadyRequest.class);
        SteadyMain main = new SteadyMain(lines, request);
        CountDownLatch running = main.start();
        while (in.readLine() != null) {
            // its end is what is waited for
        }
        main.ended = true;
        boolean all = running.await(LAST_FILES_SECONDS, TimeUnit.SECONDS);
        // Threads of Hadoop's would keep the process alive.
        System.exit(all ? 0 : 1);
    }

    private CountDownLatch start() {
        List<Thread> threads = new ArrayList<>();
        CountDownLatch running = new CountDownLatch(2 * request.clients().size());
        for (SteadyRequest.Client client : request.clients()) {
            threads.add(new Thread(() -> inNetwork(client, running, true), "writer-" + client.host()));
            threads.add(new Thread(() -> inNetwork(client, running, false), "reader-" + client.host()));
        }
        Thread clock = new Thread(this::eachSecond, "each-second");
        clock.setDaemon(true);
        clock.start();
        threads.forEach(Thread::start);
        return running;
    }

    private void inNetwork(SteadyRequest.Client client, CountDownLatch running, boolean writes) {
        try {
            Namespaces.call(client.namespace(), () -> {
                HostFileSystems.Entry entry = fileSystems.on(client.host(), request.configurationDirectory());
                return entry.call(() -> {
                    SteadyClient steady = new SteadyClient(entry.files(), request, client, files, this::print);
                    if (writes) {
                        steady.write(() -> ended, written);
                    } else {
                        steady.read(() -> ended, read);
                    }
                    return null;
                });
            });
        } catch (Exception e) {
            // The history lacks this client's lines from now on.
            LOG.error("the client on {} ended", client.host(), e);
        } finally {
            running.countDown();
        }
    }

    private void eachSecond() {
        long next = System.nanoTime();
        long writtenBefore = 0;
        long readBefore = 0;
        try {
            while (true) {
                next += 1_000_000_000L;
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
                long writtenNow = written.get();
                long readNow = read.get();
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("event", "throughput");
                line.put("at", System.currentTimeMillis());
                line.put("written", writtenNow - writtenBefore);
                line.put("read", readNow - readBefore);
                print(line);
                writtenBefore = writtenNow;
                readBefore = readNow;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void print(Map<String, Object> line) {
        try {
            lines.println(JSON.writeValueAsString(line));
            lines.flush();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

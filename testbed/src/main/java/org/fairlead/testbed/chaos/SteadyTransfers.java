// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Native;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.fairlead.testbed.cluster.HdfsProcess;
import org.fairlead.testbed.cluster.TestbedClasses;
import org.fairlead.testbed.workload.client.SteadyMain;
import org.fairlead.testbed.workload.client.SteadyRequest;

/** The process whose clients write and read without end; all that it says goes into the history. */
final class SteadyTransfers implements AutoCloseable {
    static final String DIRECTORY = "/chaos";

    private static final int HEAP_MEBIBYTES = 384;
    private static final int CLIENTS = 4;
    private static final long FILE_BYTES = 4 << 20;
    private static final long BLOCK_BYTES = 2 << 20;
    private static final long BYTES_PER_SECOND = 600_000;
    private static final int KEPT_FILES = 30;
    private static final long ENDS_WITHIN_SECONDS = 180;

    private final Process process;
    private final HistoryWriter journal;
    private final Thread reader = new Thread(this::read, "steady-transfers");
    private final AtomicLong lastSecond = new AtomicLong();
    private final AtomicLong written = new AtomicLong();

    private SteadyTransfers(Process process, HistoryWriter journal) {
        this.process = process;
        this.journal = journal;
        reader.setDaemon(true);
    }

    static SteadyTransfers start(ChaosStand stand, HistoryWriter journal, long seed) throws IOException {
        List<String> hosts = stand.site().layout().dataNodes();
        // Evenly among them, so that racks are.
        List<SteadyRequest.Client> clients = java.util.stream.IntStream.range(0, CLIENTS)
                .mapToObj(i -> hosts.get(i * hosts.size() / CLIENTS))
                .map(host -> new SteadyRequest.Client(host, stand.fabric().namespace(host)))
                .toList();
        SteadyRequest request = new SteadyRequest(
                stand.hdfs().configurationDirectory().toString(),
                DIRECTORY,
                seed,
                FILE_BYTES,
                BLOCK_BYTES,
                BYTES_PER_SECOND,
                KEPT_FILES,
                clients);
        Process process = new ProcessBuilder(HdfsProcess.command(
                        stand.site(),
                        HEAP_MEBIBYTES,
                        List.of(TestbedClasses.location(), TestbedClasses.of(Native.class)),
                        SteadyMain.class.getName()))
                .redirectError(
                        stand.site().directory().resolve("clients/steady.log").toFile())
                .start();
        OutputStream to = process.getOutputStream();
        to.write((new ObjectMapper().writeValueAsString(request) + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
        SteadyTransfers transfers = new SteadyTransfers(process, journal);
        transfers.reader.start();
        return transfers;
    }

    private void read() {
        ObjectMapper json = new ObjectMapper();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode event = json.readTree(line);
                String kind = event.path("event").asText();
                if (kind.equals("throughput")) {
                    lastSecond.set(
                            event.path("written").asLong() + event.path("read").asLong());
                } else if (kind.equals("write") && event.path("error").asText().isEmpty()) {
                    written.incrementAndGet();
                }
                journal.foreign(event);
            }
        } catch (IOException e) {
            System.err.println("the clients' history breaks off: " + e.getMessage());
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Bytes that were written and read in the last second. */
    long lastSecond() {
        return lastSecond.get();
    }

    /** Files that were acknowledged. */
    long written() {
        return written.get();
    }

    /** Lets each client end the file that it is at, and waits for it. */
    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        reader.join(TimeUnit.SECONDS.toMillis(10));
    }
}

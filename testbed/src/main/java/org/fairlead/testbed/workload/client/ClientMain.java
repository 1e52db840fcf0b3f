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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.fairlead.testbed.network.Namespaces;

/** Runs one request after the other; within a request, one thread per client, in its host's network. */
public final class ClientMain {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HostFileSystems fileSystems = new HostFileSystems();

    private ClientMain() {}

    public static void main(String[] args) throws Exception {
        PrintStream replies = System.out;
        System.setOut(System.err);
        ClientMain main = new ClientMain();
        replies.println("{\"ready\":true}");
        replies.flush();
        try (BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                replies.println(JSON.writeValueAsString(main.answer(JSON.readValue(line, ClientRequest.class))));
                replies.flush();
            }
        }
        // Threads of Hadoop's would keep the process alive.
        System.exit(0);
    }

    private ClientReply answer(ClientRequest request) throws InterruptedException {
        Map<String, List<Integer>> byClient = new LinkedHashMap<>();
        for (int i = 0; i < request.transfers().size(); i++) {
            byClient.computeIfAbsent(request.transfers().get(i).client(), name -> new ArrayList<>())
                    .add(i);
        }
        long startNanos = System.nanoTime();
        ClientReply.Done[] done = new ClientReply.Done[request.transfers().size()];
        List<FutureTask<Void>> tasks = new ArrayList<>();
        byClient.forEach((name, indices) -> {
            FutureTask<Void> task = new FutureTask<>(() -> {
                run(request, indices, startNanos, done);
                return null;
            });
            tasks.add(task);
            new Thread(task, name).start();
        });
        for (FutureTask<Void> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                e.printStackTrace();
                return new ClientReply(request.operation() + " failed: " + e.getCause(), List.of());
            }
        }
        return new ClientReply("", List.of(done));
    }

    /** All transfers of one client, on a thread in its host's network. */
    private void run(ClientRequest request, List<Integer> indices, long startNanos, ClientReply.Done[] done)
            throws Exception {
        ClientRequest.Transfer first = request.transfers().get(indices.get(0));
        Namespaces.call(first.namespace(), () -> {
            HostFileSystems.Entry entry = fileSystems.on(first.host(), request.configurationDirectory());
            Transfers transfers = new Transfers(entry.files());
            sleepUntil(startNanos + Math.round(first.delaySeconds() * 1e9));
            for (int index : indices) {
                ClientRequest.Transfer transfer = request.transfers().get(index);
                done[index] = entry.call(() -> one(request.operation(), transfers, transfer));
            }
            return null;
        });
    }

    private static ClientReply.Done one(String operation, Transfers transfers, ClientRequest.Transfer transfer) {
        long startMillis = System.currentTimeMillis();
        try {
            return switch (operation) {
                case "write" -> transfers.write(transfer);
                case "read" -> transfers.read(transfer);
                case "checksum" -> transfers.checksum(transfer);
                case "delete" -> transfers.delete(transfer);
                default -> throw new IOException("no operation " + operation);
            };
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            return new ClientReply.Done(
                    transfer.path() + " from " + transfer.host() + ": " + e, startMillis, 0, 0, "", List.of());
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = nanos - System.nanoTime();
        if (left > 0) {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
        }
    }
}

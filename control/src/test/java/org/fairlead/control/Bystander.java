// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.message.Encoding;

/** An agent with a token: reports every 20 ms over a connection that it keeps, and over a new one every second. */
final class Bystander implements AutoCloseable {
    private static final int EVERY_MILLIS = 20;
    private static final int REPORTS_OF_A_CONNECTION = 50;

    private final ControllerUnderAttack controller;
    private final CountDownLatch over;
    private final List<Double> millis = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "bystander");
    private final long boot = System.currentTimeMillis();
    private final CountDownLatch begun = new CountDownLatch(1);
    private long failed;
    private long sequence;

    Bystander(ControllerUnderAttack controller, CountDownLatch over) {
        this.controller = controller;
        this.over = over;
    }

    /** Returns when the first report is taken. */
    void begin() throws InterruptedException {
        thread.start();
        begun.await();
    }

    double[] millis() throws InterruptedException {
        thread.join();
        return millis.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Reports that got no answer, or another than that they were taken. */
    long failed() {
        return failed;
    }

    private void run() {
        try {
            while (!over.await(1, TimeUnit.MILLISECONDS)) {
                try (Peer peer = controller.peer()) {
                    report(peer);
                    begun.countDown();
                    for (int i = 0;
                            i < REPORTS_OF_A_CONNECTION && !over.await(EVERY_MILLIS, TimeUnit.MILLISECONDS);
                            i++) {
                        long start = System.nanoTime();
                        report(peer);
                        millis.add((System.nanoTime() - start) / 1e6);
                    }
                } catch (IOException e) {
                    failed++;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            begun.countDown();
        }
    }

    private void report(Peer peer) throws IOException {
        sequence++;
        byte[] body = Encoding.JSON.write(Trial.heartbeat("h1", boot, sequence, (double) sequence));
        String answer = peer.post("/v1/heartbeat", ControllerUnderAttack.TOKEN, body);
        if (!answer.startsWith("HTTP/1.1 200")) {
            failed++;
        }
    }

    @Override
    public void close() throws InterruptedException {
        over.countDown();
        thread.join();
    }
}

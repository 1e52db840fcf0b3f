// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An Error in a thread is counted, and the thread goes on. */
final class LastingThreadTest {
    private static long restarts(String kind) {
        return LastingThread.restarts().get(kind);
    }

    @Test
    void aLifeThatAnErrorEndsBeginsAnew() throws Exception {
        AtomicInteger lives = new AtomicInteger();
        Thread thread = LastingThread.of("test-life", () -> {
            if (lives.incrementAndGet() < 3) {
                throw new StackOverflowError("planted by the test");
            }
        });
        assertThat(restarts("test-life")).as("known before anything happens").isZero();
        thread.start();
        thread.join(20_000);
        assertThat(lives).hasValue(3);
        assertThat(restarts("test-life")).isEqualTo(2);
    }

    @Test
    void aPoolGoesOnAfterAnError() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor(LastingThread.workers("test-pool"));
        CountDownLatch after = new CountDownLatch(1);
        pool.execute(() -> {
            throw new OutOfMemoryError("planted by the test");
        });
        pool.execute(after::countDown);
        assertThat(after.await(20, TimeUnit.SECONDS)).isTrue();
        pool.shutdown();
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        // The thread that ended counts it on its last way, when the pool may have forgotten it.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (restarts("test-pool") == 0 && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        assertThat(restarts("test-pool")).isEqualTo(1);
    }

    @Test
    void aRepeatedTaskIsRepeatedAfterAnError() {
        Runnable task = LastingThread.repeated("test-repeated", () -> {
            throw new NoClassDefFoundError("planted by the test");
        });
        task.run();
        task.run();
        assertThat(restarts("test-repeated")).isEqualTo(2);
    }
}

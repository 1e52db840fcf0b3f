// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.rpc.RpcEndpointRef;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.prefetch.ExecutorStore;
import org.fairlead.spark.prefetch.PrefetchSettings;
import org.fairlead.spark.prefetch.ReadBytes;
import org.fairlead.spark.rpc.BytesEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor's end of {@link PrefetchOrders}: tells the driver where it can be reached, gives its {@link ExecutorStore} what it is told, and reports what became of it: at once what has come, counts once a second. What the driver says nothing more of leaves memory by itself. One daemon thread.
 */
public final class ExecutorOrders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorOrders.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final String KIND = "fairlead-prefetch-orders";
    /** Messages that wait; the driver sends one after the other. */
    private static final int MOST_WAITING = 16;

    private static final long REPORT_MILLIS = 1000;

    private final PluginContext driver;
    private final ExecutorStore store;
    private final BlockingQueue<Delivery> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    /** Numbers of requests that have come, and that the driver was not told of. */
    private final Queue<Long> arrived = new ConcurrentLinkedQueue<>();
    /** Whether the thread is going to look at these. */
    private final AtomicBoolean isAwake = new AtomicBoolean();

    private final BytesEndpoint endpoint;
    private final RpcEndpointRef address;
    private final Thread thread;
    private long[] reported = new long[0];
    private volatile boolean closed;

    /** A message of the driver; {@link #NONE} stands for what has come. */
    private static final class Delivery {
        private static final Delivery NONE = new Delivery(new byte[0], answer -> {});

        private final byte[] message;
        private final Consumer<byte[]> answer;

        private Delivery(byte[] message, Consumer<byte[]> answer) {
            this.message = message;
            this.answer = answer;
        }
    }

    private ExecutorOrders(PluginContext driver, ExecutorStore store) {
        this.driver = driver;
        this.store = store;
        endpoint = new BytesEndpoint("fairlead-prefetch", SparkEnv.get().rpcEnv(), (message, answer) -> {
            if (!waiting.offer(new Delivery(message, answer))) {
                answer.accept(new byte[0]);
            }
        });
        address = endpoint.open();
        thread = LastingThread.of(KIND, this::work);
        store.onArrival(this::arrived);
    }

    /**
     * Begins to fetch what the driver says.
     *
     * @param conf of Hadoop, the executor's
     * @throws IOException if it cannot be told the driver, or this thread's user is not known
     */
    public static ExecutorOrders start(
            PluginContext driver, PrefetchSettings settings, Configuration conf, TimeSource time) throws IOException {
        long executorBytes = driver.conf().getSizeAsBytes("spark.executor.memory", "1g");
        ExecutorStore store = ExecutorStore.start(settings, executorBytes, conf, time);
        try {
            ExecutorOrders orders = new ExecutorOrders(driver, store);
            driver.send(new Object[] {driver.executorID(), orders.address});
            orders.thread.start();
            return orders;
        } catch (IOException | RuntimeException | LinkageError e) {
            store.close();
            throw e;
        }
    }

    private void arrived(long request) {
        arrived.add(request);
        if (isAwake.compareAndSet(false, true) && !waiting.offer(Delivery.NONE)) {
            isAwake.set(false); // it is awake as it is
        }
    }

    private void work() {
        while (!closed) {
            try {
                Delivery delivery = waiting.poll(REPORT_MILLIS, TimeUnit.MILLISECONDS);
                if (delivery == Delivery.NONE) {
                    isAwake.set(false);
                } else if (delivery != null) {
                    delivery.answer.accept(execute(delivery.message));
                }
                reportArrived();
                if (delivery != Delivery.NONE) {
                    store.forget();
                    report();
                }
            } catch (InterruptedException e) {
                return; // closed
            } catch (IOException | RuntimeException e) {
                RARE_LOG.warn("orders", "What the driver wants to be fetched is not", e);
            }
        }
    }

    private byte[] execute(byte[] bytes) throws IOException {
        PrefetchMessage message = Encoding.CBOR.read(bytes, PrefetchMessage.class);
        if (message.all()) {
            store.cancelAll();
        }
        message.cancelled().forEach(store::cancel);
        List<ReadBytes> done = new ArrayList<>();
        message.done().forEach(request -> done.add(store.done(request)));
        message.launched().forEach(store::launched);
        List<State> states = new ArrayList<>();
        message.requests().forEach(request -> states.add(store.request(request)));
        message.again().forEach(request -> states.add(store.again(request)));
        return Encoding.CBOR.write(new PrefetchReply(states, done));
    }

    private void reportArrived() throws IOException {
        LongStream.Builder ids = LongStream.builder();
        int count = 0;
        for (Long id = arrived.poll(); id != null; id = arrived.poll()) {
            ids.add(id);
            count++;
        }
        if (count > 0) {
            driver.send(new Object[] {
                driver.executorID(), PrefetchEndpoint.ARRIVED, ids.build().toArray()
            });
        }
    }

    private void report() throws IOException {
        long[] now = store.counted();
        if (!Arrays.equals(now, reported)) {
            driver.send(new Object[] {driver.executorID(), now});
            reported = now;
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        endpoint.rpcEnv().stop(address);
        store.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.rpc.RpcEndpointRef;
import org.apache.spark.util.TaskCompletionListener;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.rpc.BytesEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an executor does for copies of shuffle blocks: tells the driver where it can be reached and what map tasks have written, copies what it is told, gives copies to tasks, and reports once a second what became of it. Two daemon threads: one decides which blocks others are asked for, one does all else; and others that wait for senders to be connected to.
 */
public final class ExecutorCopies implements ShuffleParticipant, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorCopies.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final String KIND = "fairlead-shuffle-copies";
    private static final String ASKS = "fairlead-shuffle-asks";
    private static final int MOST_MESSAGES = 16;
    private static final long ASK_MILLIS = 20;
    private static final long EVERY_MILLIS = 100;
    private static final long REPORT_NANOS = 1_000_000_000L;
    private static final int MOST_SHUFFLES_IN_A_REPORT = 32;
    private static final long LONGEST_IDLE_SECONDS = 30;

    private final PluginContext driver;
    private final TimeSource time;
    private final CopyCounts counts = new CopyCounts();
    private final HeldCopies held;
    private final CopyFetcher fetcher;
    /** As many as a window has senders. */
    private final ThreadPoolExecutor connects = new ThreadPoolExecutor(
            EarlyCopies.WINDOW,
            EarlyCopies.WINDOW,
            LONGEST_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            LastingThread.workers("fairlead-shuffle-connects"));

    private final BlockingQueue<Delivery> waiting = new ArrayBlockingQueue<>(MOST_MESSAGES);
    private final BytesEndpoint endpoint;
    private final RpcEndpointRef address;
    private final Thread thread;
    private final Thread asks;
    private long[] reported = new long[0];
    private long reportedNanos;
    /** All that write a shuffle have, or all that read it: its figures are as they stay for a while. */
    private boolean isReportDue;

    private volatile boolean closed;

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Delivery(byte[] message, Consumer<byte[]> answer) {}

    private ExecutorCopies(PluginContext driver, SparkEnv env, long capBytes, TimeSource time) {
        this.driver = driver;
        this.time = time;
        held = new HeldCopies(new BlockManagerStorage(env), capBytes, counts);
        connects.allowCoreThreadTimeOut(true);
        fetcher = new CopyFetcher(env.blockManager().blockTransferService(), held, counts, connects, time);
        endpoint = new BytesEndpoint("fairlead-shuffle", env.rpcEnv(), (message, answer) -> {
            if (!waiting.offer(new Delivery(message, answer))) {
                answer.accept(new byte[0]);
            }
        });
        address = endpoint.open();
        reportedNanos = time.nanoTime();
        thread = LastingThread.of(KIND, this::work);
        asks = LastingThread.of(ASKS, this::ask);
    }

    /**
     * Begins to take part in the shuffles of this executor.
     *
     * @throws IOException if it cannot be told the driver
     */
    public static ExecutorCopies start(PluginContext driver, ShuffleSettings settings, TimeSource time)
            throws IOException {
        SparkEnv env = SparkEnv.get();
        BlockManagerStorage storage = new BlockManagerStorage(env);
        ExecutorCopies copies = new ExecutorCopies(driver, env, settings.memoryBytes(storage.poolBytes()), time);
        copies.held.look();
        driver.send(ShuffleMessages.joined(
                driver.executorID(),
                copies.address,
                env.blockManager().blockManagerId().host(),
                env.blockManager().blockManagerId().port(),
                copies.counts.all()));
        copies.thread.start();
        copies.asks.start();
        FairleadShuffleManager.join(copies);
        return copies;
    }

    private void work() {
        while (!closed) {
            try {
                Delivery delivery = waiting.poll(EVERY_MILLIS, TimeUnit.MILLISECONDS);
                if (delivery != null) {
                    delivery.answer.accept(execute(delivery.message));
                }
                held.giveWay();
                report();
            } catch (InterruptedException e) {
                return; // closed
            } catch (IOException | RuntimeException e) {
                RARE_LOG.warn("work", "What the driver wants to be copied is not", e);
            }
        }
    }

    /** Apart from all else, which may wait for the driver. */
    private void ask() {
        while (!closed) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(fetcher.isIdle() ? EVERY_MILLIS : ASK_MILLIS));
            try {
                fetcher.ask();
            } catch (RuntimeException e) {
                RARE_LOG.warn("ask", "What the driver wants to be copied is not asked for", e);
            }
        }
    }

    /** Says which blocks will be asked for. */
    private byte[] execute(byte[] bytes) throws IOException {
        CopyOrder order = Encoding.CBOR.read(bytes, CopyOrder.class);
        BitSet accepted = new BitSet();
        switch (order.what()) {
            case COPY -> {
                accepted.or(fetcher.add(order));
                LockSupport.unpark(asks);
            }
            case ENOUGH -> {
                fetcher.enough(order.shuffle());
                isReportDue = true;
            }
            case OVER -> over(order.shuffle());
        }
        int[] refused = IntStream.range(0, order.count())
                .filter(block -> !accepted.get(block))
                .toArray();
        return ShuffleMessages.number(accepted.cardinality(), refused);
    }

    private void over(int shuffle) {
        if (shuffle >= 0) {
            fetcher.removed(shuffle);
            held.drop(key -> key.shuffle() == shuffle);
            isReportDue = true;
        } else {
            fetcher.clear();
            held.drop(key -> true);
        }
    }

    private void report() throws IOException {
        long now = time.nanoTime();
        if (now - reportedNanos < REPORT_NANOS && !isReportDue) {
            return;
        }
        reportedNanos = now;
        isReportDue = false;
        held.look();
        fetcher.uncopied()
                .tell((shuffle, blocks) ->
                        driver.send(ShuffleMessages.notCopied(driver.executorID(), shuffle, blocks)));
        long[] all = counts.all();
        if (!Arrays.equals(all, reported)) {
            driver.send(ShuffleMessages.counted(driver.executorID(), all));
            reported = all;
        }
        Map<Integer, long[]> changed = counts.changed(MOST_SHUFFLES_IN_A_REPORT);
        for (Map.Entry<Integer, long[]> shuffle : changed.entrySet()) {
            driver.send(ShuffleMessages.counted(driver.executorID(), shuffle.getKey(), shuffle.getValue()));
        }
    }

    @Override
    public void wrote(int shuffle, long map, long[] lengths) {
        try {
            Optional<byte[]> packed = PackedLengths.pack(lengths);
            if (packed.isPresent()) {
                driver.send(ShuffleMessages.wrote(driver.executorID(), shuffle, map, packed.get()));
                return;
            }
        } catch (IOException | RuntimeException e) {
            RARE_LOG.warn("lengths", "The driver is not told what a map task wrote", e);
        }
        counts.add(CopyCount.LENGTHS_UNTOLD, 1);
    }

    @Override
    public void removed(int shuffle) {
        fetcher.gone(shuffle);
        held.drop(key -> key.shuffle() == shuffle);
    }

    @Override
    public boolean hasCopies(int shuffle) {
        return fetcher.hasAny(shuffle);
    }

    @Override
    public Map<CopyKey, ManagedBuffer> copies(
            List<CopyKey> blocks, List<Long> sizes, boolean inBatches, TaskContext task) {
        long attempt = task.taskAttemptId();
        Map<CopyKey, PinnedCopy> found = new HashMap<>();
        TaskCompletionListener givesBack = ended -> found.values().forEach(PinnedCopy::close);
        task.addTaskCompletionListener(givesBack);
        Set<CopyKey> missed = new HashSet<>(fetcher.overtaken(blocks));
        for (CopyKey block : blocks) {
            Optional<ByteBuffer> content = held.pin(block, attempt);
            if (content.isPresent()) {
                missed.remove(block);
                found.put(
                        block,
                        new PinnedCopy(
                                content.get(),
                                () -> held.release(block, attempt, true),
                                () -> held.release(block, attempt, false)));
            }
        }
        if (inBatches) {
            missed.addAll(JoinedCopies.giveBackParts(blocks, found));
        }
        for (int i = 0; i < blocks.size(); i++) {
            if (missed.contains(blocks.get(i))) {
                counts.add(blocks.get(i).shuffle(), CopyCount.BYTES_REFETCHED, sizes.get(i));
            }
        }
        return Map.copyOf(found);
    }

    @Override
    public void failed(Throwable cause) {
        counts.add(CopyCount.FAILURES, 1);
        RARE_LOG.warn("read", "Copies of shuffle blocks are left aside; Spark fetches as ever", cause);
    }

    @Override
    public void close() {
        closed = true;
        FairleadShuffleManager.leave(this);
        thread.interrupt();
        asks.interrupt();
        connects.shutdownNow();
        endpoint.rpcEnv().stop(address);
        fetcher.clear();
        held.drop(key -> true);
    }
}

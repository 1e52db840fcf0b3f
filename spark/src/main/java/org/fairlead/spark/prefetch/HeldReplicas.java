// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ReplicaAccessor;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.fairlead.protocol.plugin.Breaker;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.thread.LastingThread;
import org.fairlead.spark.read.BesideReads;
import org.fairlead.spark.read.PlacedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which reads of blocks and objects this process answers from memory. Whatever fails, throws or hangs here, Hadoop reads as ever: after three failures in a row it is asked once every ten seconds. Only reads by the user who fetched
 * are answered. One for a process, since Hadoop makes the {@link HeldReplicaBuilder}s. Safe for threads.
 */
final class HeldReplicas implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HeldReplicas.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    /** The key by which Hadoop's client knows whom to ask. */
    static final String ACCESSORS = HdfsClientConfigKeys.REPLICA_ACCESSOR_BUILDER_CLASSES_KEY;

    private static final int MOST_FAILURES_IN_A_ROW = 3;
    private static final long PAUSE_NANOS = 10_000_000_000L;
    /** Looking takes microseconds; whoever waits for longer reads by itself. */
    private static final long MOST_LOOKING_MILLIS = 500;

    /** At once; who comes beyond that reads by itself. */
    private static final int MOST_LOOKING = 32;

    private static final Cleaner UNCLOSED = Cleaner.create();

    private static volatile Optional<HeldReplicas> current = Optional.empty();

    private final ExtentStore store;
    private final PrefetchCounts counts;
    private final String user;
    private final PlantedFault fault;
    private final Breaker breaker = new Breaker(MOST_FAILURES_IN_A_ROW, PAUSE_NANOS);
    private final ThreadPoolExecutor looking = new ThreadPoolExecutor(
            0, MOST_LOOKING, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), LastingThread.workers("fairlead-held"));

    private HeldReplicas(ExtentStore store, PrefetchCounts counts, String user, PlantedFault fault) {
        this.store = store;
        this.counts = counts;
        this.user = user;
        this.fault = fault;
    }

    /**
     * Has HDFS's clients of this process, that are made from now on, ask this store.
     *
     * @param user the short name of who fetches
     * @param fault planted in front of each look
     */
    static HeldReplicas install(ExtentStore store, PrefetchCounts counts, String user, PlantedFault fault) {
        HeldReplicas held = new HeldReplicas(store, counts, user, fault);
        current = Optional.of(held);
        PlacedFileSystem.configureClients(HeldReplicas::asking);
        return held;
    }

    /** A configuration by which a client asks us; the given one, where somebody else is asked already. */
    private static Configuration asking(Configuration conf) {
        if (isTaken(conf)) {
            RARE_LOG.warn("taken", ACCESSORS + " is set: no reads are answered from memory here", null);
            return conf;
        }
        Configuration asking = new Configuration(conf);
        asking.set(ACCESSORS, HeldReplicaBuilder.class.getName());
        return asking;
    }

    /** Whether somebody else's class answers reads already. */
    static boolean isTaken(Configuration conf) {
        return !conf.get(ACCESSORS, "").isBlank();
    }

    /** Empty where nothing is fetched ahead. */
    static Optional<HeldReplicas> inThisProcess() {
        return current;
    }

    /**
     * What answers reads of a block.
     *
     * @param upTo where in the block reading is going to end
     * @param token of who reads, as it is written
     * @return empty: Hadoop reads as ever
     */
    Optional<ReplicaAccessor> find(BlockKey block, long upTo, byte[] token) {
        return open(block, upTo).flatMap(held -> accessor(block, upTo, token, held));
    }

    /** What is held, to test what becomes of it. */
    ExtentStore store() {
        return store;
    }

    /** Whether there may be something of a block of which this is so. */
    boolean mayHave(Predicate<BlockKey> which) {
        return store.mayHave(which);
    }

    /**
     * What is held of a block, pinned until it is closed.
     *
     * @param upTo where in the block reading is going to end
     * @return empty: it is read as ever
     */
    Optional<HeldBlock> open(BlockKey block, long upTo) {
        if (!store.mayHave(block)) {
            return Optional.empty();
        }
        try {
            if (!isOurUser() || !breaker.admits(store.time().nanoTime())) {
                return Optional.empty();
            }
            return look(block, upTo);
        } catch (IOException | TimeoutException | ExecutionException | RuntimeException | Error e) {
            failed("look", e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private boolean isOurUser() throws IOException {
        return UserGroupInformation.getCurrentUser().getShortUserName().equals(user);
    }

    /** On a thread of its own, so that nobody hangs with it. */
    private Optional<HeldBlock> look(BlockKey block, long upTo)
            throws TimeoutException, ExecutionException, InterruptedException {
        CompletableFuture<Optional<HeldBlock>> answer = new CompletableFuture<>();
        try {
            looking.execute(() -> {
                try {
                    fault.strike();
                    Optional<HeldBlock> found = store.open(block, upTo);
                    if (!answer.complete(found)) {
                        found.ifPresent(HeldBlock::close);
                    }
                } catch (RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            return Optional.empty(); // many open blocks at once
        }
        try {
            return answer.get(MOST_LOOKING_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException e) {
            if (!answer.cancel(false)) {
                answer.join().ifPresent(HeldBlock::close);
            }
            throw e;
        }
    }

    private Optional<ReplicaAccessor> accessor(BlockKey block, long upTo, byte[] token, HeldBlock held) {
        try {
            Optional<LocatedReplicas> replicas = held.replicas();
            if (replicas.isEmpty()) {
                held.close(); // nobody has begun to fetch of it
                return Optional.empty();
            }
            BesideReads seen = BesideReads.ofThisTask();
            PlainReader plain = new PlainReader(replicas.get(), read(token), seen);
            HeldReplica accessor = new HeldReplica(this, block, held, plain, seen, upTo);
            UNCLOSED.register(accessor, held::close);
            return Optional.of(accessor);
        } catch (IOException e) {
            held.close();
            failed("token", e);
            return Optional.empty();
        }
    }

    private static Token<BlockTokenIdentifier> read(byte[] bytes) throws IOException {
        Token<BlockTokenIdentifier> token = new Token<>();
        token.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
        return token;
    }

    void hit() {
        counts.add(PrefetchCount.HITS);
    }

    void readBeside(long bytes) {
        counts.add(PrefetchCount.BYTES_BESIDE, bytes);
    }

    void succeeded() {
        breaker.succeeded();
    }

    void failed(String what, Throwable why) {
        counts.add(PrefetchCount.FAILURES);
        breaker.failed(store.time().nanoTime());
        RARE_LOG.warn(what, "A block is read as ever, though some of it is in memory", why);
    }

    /** The rest of a block that is held in part came from no DataNode. */
    void leave(BlockKey block) {
        counts.add(PrefetchCount.FAILURES);
        store.leaveBlock(block);
    }

    @Override
    public void close() {
        current = Optional.empty();
        PlacedFileSystem.configureClients(conf -> conf);
        looking.shutdownNow();
    }
}

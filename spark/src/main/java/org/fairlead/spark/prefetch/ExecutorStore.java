// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.time.TimeSource;

/** All that fetches, holds and answers in an executor. Safe for threads. */
public final class ExecutorStore implements AutoCloseable {
    private final PrefetchCounts counts = new PrefetchCounts();
    private final ExtentStore extents;
    private final HdfsReplicas replicas;
    private final ObjectSource objects;
    private final Fetcher fetcher;
    private final HeldReplicas held;

    private ExecutorStore(
            PrefetchSettings settings, long executorBytes, Configuration conf, TimeSource time, DirectMemory buffers)
            throws IOException {
        UserGroupInformation user = UserGroupInformation.getCurrentUser();
        extents =
                new ExtentStore(settings.memoryBytes(executorBytes), settings.objectPartBytes(), buffers, counts, time);
        replicas = new HdfsReplicas(conf, user);
        objects = new ObjectSource(conf);
        fetcher = new Fetcher(
                extents, replicas, objects, LinkTurns.ofThisHost(Fetcher.MOST_THREADS, counts, time), counts);
        held = HeldReplicas.install(extents, counts, user.getShortUserName(), settings.fault());
    }

    /**
     * Begins to answer reads of HDFS's clients that are made from now on, and of objects where S3A's streams are ours, and to fetch as the user of this thread.
     *
     * @param executorBytes of the executor's heap
     * @param conf of Hadoop, the executor's
     * @throws IOException if this thread's user is not known
     */
    public static ExecutorStore start(
            PrefetchSettings settings, long executorBytes, Configuration conf, TimeSource time) throws IOException {
        return start(settings, executorBytes, conf, time, new DirectMemory(settings.memoryBytes(executorBytes), time));
    }

    static ExecutorStore start(
            PrefetchSettings settings, long executorBytes, Configuration conf, TimeSource time, DirectMemory buffers)
            throws IOException {
        return new ExecutorStore(settings, executorBytes, conf, time, buffers);
    }

    /** Has a request fetched, if there is room for it; what is held or arrives already is not fetched again. */
    public State request(ExtentRequest request) {
        return fetcher.submit(request);
    }

    /** What has become of a request of before, with its newest deadline. */
    public State again(ExtentRequest request) {
        return fetcher.ask(request);
    }

    /**
     * From now on somebody hears of what has come. It is told on the threads that fetch, and is to be quick.
     *
     * @param heard gets the number of each request as soon as all that it asks for is there
     */
    public void onArrival(LongConsumer heard) {
        fetcher.onArrival(heard);
    }

    /** The task of a request begins: what nobody has begun to fetch of it, the task reads by itself. */
    public void launched(ExtentRequest request) {
        extents.launched(request);
    }

    /** The task of a request has ended, and has read what it wanted. @return what came of it, and was read */
    public ReadBytes done(ExtentRequest request) {
        return extents.done(request);
    }

    /** Nobody waits any more for what a request asked for. */
    public void cancel(ExtentRequest request) {
        extents.cancel(request);
    }

    /** Gives back the memory of what no task came for, a minute after it was expected; to be asked now and then, whether or not the driver says anything. */
    public void forget() {
        extents.forget();
    }

    /** Nobody waits any more for anything, and nothing is kept. */
    public void cancelAll() {
        extents.cancelAll();
    }

    /** In the order of {@link PrefetchCount}, since the beginning. */
    public long[] counted() {
        return extents.counted();
    }

    /** Bytes that extents have of the cap, arriving ones as a whole. */
    public long usedBytes() {
        return extents.usedBytes();
    }

    /** What is held, to test what becomes of it. */
    ExtentStore extents() {
        return extents;
    }

    @Override
    public void close() {
        held.close();
        fetcher.close();
        extents.close();
        replicas.close();
        objects.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.spark.rpc.RpcEndpointRef;
import org.apache.spark.rpc.RpcTimeout;
import org.fairlead.protocol.thread.LastingThread;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.FutureConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** An executor's {@link BytesEndpoint}, seen from the driver. Whoever does not answer within ten seconds has not. */
public final class ExecutorAddress {
    private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);
    private static final long LONGEST_IDLE_SECONDS = 30;
    private static final RpcTimeout LONGEST =
            new RpcTimeout(new FiniteDuration(10, TimeUnit.SECONDS), "of an executor's answer");

    /** A thread of our own: the common pool may have a single one, which an application may occupy with a whole job. */
    private static final Executor ANSWERS = answers();

    private final RpcEndpointRef endpoint;

    public ExecutorAddress(RpcEndpointRef endpoint) {
        this.endpoint = endpoint;
    }

    private static ThreadPoolExecutor answers() {
        ThreadPoolExecutor one = new ThreadPoolExecutor(
                1,
                1,
                LONGEST_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                LastingThread.workers("fairlead-answers"));
        one.allowCoreThreadTimeOut(true);
        return one;
    }

    /** @return the answer; fails when there is none in time */
    public CompletionStage<byte[]> ask(byte[] message) {
        try {
            return FutureConverters.asJava(endpoint.<byte[]>ask(message, LONGEST, BYTES))
                    .thenApplyAsync(Function.identity(), ANSWERS);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.spark.rpc.RpcEndpointRef;
import org.apache.spark.rpc.RpcTimeout;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.FutureConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** An executor's {@link BytesEndpoint}, seen from the driver. Whoever does not answer within ten seconds has not. */
public final class ExecutorAddress {
    private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);
    private static final RpcTimeout LONGEST =
            new RpcTimeout(new FiniteDuration(10, TimeUnit.SECONDS), "of an executor's answer");

    private final RpcEndpointRef endpoint;

    public ExecutorAddress(RpcEndpointRef endpoint) {
        this.endpoint = endpoint;
    }

    /** @return the answer; fails when there is none in time */
    public CompletionStage<byte[]> ask(byte[] message) {
        try {
            return FutureConverters.asJava(endpoint.ask(message, LONGEST, BYTES));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}

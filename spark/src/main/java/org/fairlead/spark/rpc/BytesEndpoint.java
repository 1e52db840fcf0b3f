// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.rpc;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.spark.rpc.RpcCallContext;
import org.apache.spark.rpc.RpcEndpointRef;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.rpc.ThreadSafeRpcEndpoint;
import scala.Function1;
import scala.PartialFunction;
import scala.runtime.AbstractPartialFunction;
import scala.runtime.BoxedUnit;

/** The executor's address in Spark's own RPC, over the connection that it has to its driver. Its threads are Spark's: whatever it is sent is handed on at once. */
public final class BytesEndpoint implements ThreadSafeRpcEndpoint {
    private final String name;
    private final RpcEnv env;
    private final BiConsumer<byte[], Consumer<byte[]>> taker;

    /**
     * @param name by which it is known in this process
     * @param taker gets each message, and whom to give the answer
     */
    public BytesEndpoint(String name, RpcEnv env, BiConsumer<byte[], Consumer<byte[]>> taker) {
        this.name = name;
        this.env = env;
        this.taker = taker;
    }

    /** From now on it is there. */
    public RpcEndpointRef open() {
        return env.setupEndpoint(name, this);
    }

    @Override
    public RpcEnv rpcEnv() {
        return env;
    }

    @Override
    public PartialFunction<Object, BoxedUnit> receiveAndReply(RpcCallContext context) {
        return new AbstractPartialFunction<>() {
            @Override
            public boolean isDefinedAt(Object message) {
                return message instanceof byte[];
            }

            @Override
            public <A, B> B applyOrElse(A message, Function1<A, B> otherwise) {
                if (!(message instanceof byte[] bytes)) {
                    return otherwise.apply(message);
                }
                taker.accept(bytes, context::reply);
                @SuppressWarnings("unchecked") // Scala's Unit, as the type says
                B unit = (B) BoxedUnit.UNIT;
                return unit;
            }
        };
    }
}

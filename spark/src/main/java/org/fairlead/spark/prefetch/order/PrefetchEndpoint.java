// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import org.apache.spark.rpc.RpcEndpointRef;
import org.fairlead.spark.rpc.ExecutorAddress;

/** The driver's end of what executors send of fetching ahead: where they can be reached, what has come, and what they have counted. Quick: Spark calls on the one thread of all plug-ins. */
public final class PrefetchEndpoint {
    /** Stands before the numbers of requests that have come. */
    static final String ARRIVED = "arrived";

    private final PrefetchOrders orders;
    private final TaskInputs inputs;

    public PrefetchEndpoint(PrefetchOrders orders, TaskInputs inputs) {
        this.orders = orders;
        this.inputs = inputs;
    }

    /** Whether a message is for this endpoint. */
    public static boolean isForUs(Object message) {
        return message instanceof Object[] && !(message instanceof byte[][]);
    }

    /**
     * Takes a message of {@link ExecutorOrders}.
     *
     * @throws IOException if it is none
     */
    public void receive(Object message) throws IOException {
        if (message instanceof Object[] parts && parts.length == 2 && parts[0] instanceof String executor) {
            if (parts[1] instanceof RpcEndpointRef endpoint) {
                orders.joined(executor, new ExecutorAddress(endpoint)::ask);
                return;
            }
            if (parts[1] instanceof long[] totals) {
                orders.counted(executor, totals);
                return;
            }
        }
        if (message instanceof Object[] parts
                && parts.length == 3
                && parts[0] instanceof String executor
                && ARRIVED.equals(parts[1])
                && parts[2] instanceof long[] requests) {
            inputs.arrived(executor, requests);
            return;
        }
        throw new IOException("a message of " + message.getClass().getName() + " is none of ours");
    }
}

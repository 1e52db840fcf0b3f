// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import org.apache.spark.rpc.RpcEndpointRef;

/** The driver's end of what executors send of fetching ahead: where they can be reached, and what they have counted. Quick: Spark calls on the one thread of all plug-ins. */
public final class PrefetchDesk {
    private final PrefetchOrders orders;

    public PrefetchDesk(PrefetchOrders orders) {
        this.orders = orders;
    }

    /** Whether a message is for this desk. */
    public static boolean isForUs(Object message) {
        return message instanceof Object[] && !(message instanceof byte[][]);
    }

    /**
     * Takes a message of {@link ExecutorOrders}.
     *
     * @throws IOException if it is none
     */
    public void receive(Object message) throws IOException {
        if (message instanceof Object[] told && told.length == 2 && told[0] instanceof String executor) {
            if (told[1] instanceof RpcEndpointRef endpoint) {
                orders.joined(executor, new ExecutorAddress(endpoint));
                return;
            }
            if (told[1] instanceof long[] totals) {
                orders.counted(executor, totals);
                return;
            }
        }
        throw new IOException("a message of " + message.getClass().getName() + " is none of ours");
    }
}

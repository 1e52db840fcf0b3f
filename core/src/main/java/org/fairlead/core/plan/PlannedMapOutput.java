// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.task.MapOutputMatrix;

/** Map output that planned tasks of one stage will fetch, by the host that receives it and by the host that sends it. Of one thread. */
public final class PlannedMapOutput {
    private final MapOutputMatrix outputs;
    private final double[] received;
    /** Of {@link #received}, what is fetched by the shares of the stage as a whole. */
    private final double[] receivedAlike;

    private double allReceivedAlike;
    /** What is fetched by other shares, by the host that sends it. */
    private final double[] sent;

    /** @param hosts indices of hosts are less than that */
    public PlannedMapOutput(MapOutputMatrix outputs, int hosts) {
        this.outputs = outputs;
        received = new double[hosts];
        receivedAlike = new double[hosts];
        sent = new double[hosts];
    }

    /**
     * A task begins to fetch on a host, or has fetched.
     *
     * @param bytes negative when it has
     */
    public void add(int task, int host, double bytes) {
        received[host] += bytes;
        MapOutputLocations senders = outputs.of(task);
        if (senders == outputs.whole()) {
            receivedAlike[host] += bytes;
            allReceivedAlike += bytes;
            return;
        }
        for (int i = 0; i < senders.count(); i++) {
            if (senders.host(i) != host) {
                sent[senders.host(i)] += bytes * senders.shareAt(i);
            }
        }
    }

    /** Bytes that planned tasks receive on a host, from itself too. */
    public double toReceive(int host) {
        return received[host];
    }

    /** Bytes that planned tasks fetch from a host on others. */
    public double toSend(int host) {
        double alike = allReceivedAlike - receivedAlike[host];
        return Math.max(0, outputs.whole().share(host) * alike + sent[host]);
    }
}

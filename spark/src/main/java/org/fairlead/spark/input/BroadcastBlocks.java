// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.input;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.BlockStatus;
import org.apache.spark.storage.BroadcastBlockId;
import scala.Option;
import scala.collection.Iterator;

/**
 * How large a stage's broadcast variables are, and on which hosts they are already, by the driver's block manager: the first task on any other fetches
 * them before it computes. Immutable.
 */
public final class BroadcastBlocks {
    /** Of a stage that reads none. */
    public static final BroadcastBlocks NONE = new BroadcastBlocks(List.of());

    private final List<Variable> variables;

    private record Variable(double bytes, Set<String> hosts) {}

    private BroadcastBlocks(List<Variable> variables) {
        this.variables = variables;
    }

    /** Asks the block manager; may take milliseconds. */
    public static BroadcastBlocks of(StageInput input, BlockManager driver) {
        List<Variable> variables = new ArrayList<>();
        for (long number : input.broadcasts()) {
            double bytes = bytes(number, driver);
            if (bytes > 0) {
                variables.add(new Variable(bytes, hosts(number, driver)));
            }
        }
        return variables.isEmpty() ? NONE : new BroadcastBlocks(variables);
    }

    private static double bytes(long number, BlockManager driver) {
        double bytes = 0;
        int piece = 0;
        Option<BlockStatus> status = driver.getStatus(piece(number, piece));
        while (status.isDefined()) {
            bytes += status.get().memSize() + status.get().diskSize();
            piece++;
            status = driver.getStatus(piece(number, piece));
        }
        return bytes;
    }

    private static Set<String> hosts(long number, BlockManager driver) {
        Set<String> hosts = new HashSet<>();
        Iterator<BlockManagerId> holders =
                driver.master().getLocations(piece(number, 0)).iterator();
        while (holders.hasNext()) {
            BlockManagerId holder = holders.next();
            if (!holder.isDriver()) {
                hosts.add(holder.host());
            }
        }
        return hosts;
    }

    private static BroadcastBlockId piece(long number, int piece) {
        return new BroadcastBlockId(number, "piece" + piece);
    }

    /** Bytes that the first task on a host fetches. */
    public double missingOn(String host) {
        double bytes = 0;
        for (Variable variable : variables) {
            bytes += variable.hosts().contains(host) ? 0 : variable.bytes();
        }
        return bytes;
    }
}

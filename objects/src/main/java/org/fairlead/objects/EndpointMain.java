// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Serves the objects of a directory until the process is ended. */
public final class EndpointMain {
    private EndpointMain() {}

    /** @param args the directory whose subdirectories are buckets, the address and the port to listen on, the latency of a request in nanoseconds, and the rate of an answer in bytes a second */
    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(args[1], Integer.parseInt(args[2]));
        StoreService service = new StoreService(Duration.ofNanos(Long.parseLong(args[3])), Double.parseDouble(args[4]));
        try (ObjectEndpoint endpoint = ObjectEndpoint.start(address, new DirectoryObjects(Path.of(args[0])), service)) {
            System.err.println("serving " + args[0] + " at " + endpoint.uri());
            new CountDownLatch(1).await();
        }
    }
}

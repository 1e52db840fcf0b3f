// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port for a server that is started later. */
public final class FreePort {
    /** The kernel gives away ports above by itself, to whoever connects or does not say which. */
    private static final int BELOW = 32_768;

    private static final int FROM = 15_000;
    private static final int TRIES = 1000;

    private FreePort() {}

    /** One that nobody uses now, and that nobody gets who does not ask for this very one. */
    public static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, BELOW);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException e) {
                // somebody has it
            }
        }
        throw new IllegalStateException("no port from " + FROM + " to " + BELOW + " is free");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.verify;

import java.io.IOException;
import java.util.Optional;

/** Sends packets that end after a counted number of hops. Safe for threads. */
public interface Prober {
    /**
     * A flow from this host: all its packets have one 5-tuple, so that switches which hash send all of them the same way.
     *
     * @param destination an IPv4 address
     * @throws IOException if this host cannot send there
     */
    Flow flow(String destination) throws IOException;

    /** For one thread. */
    interface Flow extends AutoCloseable {
        /**
         * Sends one packet and waits for an answer.
         *
         * @param codepoint 0 to 63
         * @param hops after which the packet ends, from 1
         * @return the IPv4 address of who answered, the destination's if it arrived; empty if nobody did in time
         * @throws IOException if this host cannot send there
         */
        Optional<String> send(int codepoint, int hops) throws IOException;

        @Override
        void close();
    }
}

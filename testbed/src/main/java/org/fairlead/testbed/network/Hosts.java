// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.List;
import java.util.concurrent.Callable;

/** How the rest of the testbed reaches the emulated hosts. */
public interface Hosts {
    /** A host's IPv4 address, as text. */
    String address(String host);

    /** The name under which {@code ip netns} knows a host's network namespace. */
    String namespace(String host);

    /** The command line that runs {@code command} inside a host's network namespace. */
    List<String> commandOn(String host, List<String> command);

    /**
     * Runs {@code work} on a thread whose new sockets belong to a host's network namespace, and waits for it. Threads
     * that the work starts inherit the namespace. A java.net socket comes into being when it is bound or connected, a
     * channel when it is opened: that has to happen within the work; afterwards any thread may use it.
     */
    <T> T callOn(String host, Callable<T> work) throws Exception;
}

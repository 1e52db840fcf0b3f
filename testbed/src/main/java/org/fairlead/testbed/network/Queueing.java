// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network;

import java.util.Locale;

/** How the queue in front of each link treats the flows that share it. */
public enum Queueing {
    /** One queue a link, first in, first out: what a plain switch does. TCP flows share it as their luck has it. */
    FIFO,
    /** One queue for each (source, destination) pair, served in turn: flows come within a few percent of max-min. */
    FAIR;

    /** The name as files and reports write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import java.util.List;

/**
 * What a command asks of a live testbed: a line of JSON each way.
 *
 * @param arguments as the kind says
 */
public record Request(Kind kind, List<String> arguments) {
    public enum Kind {
        /** Who runs where and what the links carry. */
        STATUS,
        /** Its web pages. */
        PAGES,
        /** Starts the traffic of a file: its path. */
        TRAFFIC_START,
        TRAFFIC_STOP,
        /** The command line of spark-submit with these arguments. */
        SUBMIT_COMMAND,
        /** Ends the testbed. */
        DOWN
    }

    public static Request of(Kind kind, String... arguments) {
        return new Request(kind, List.of(arguments));
    }
}

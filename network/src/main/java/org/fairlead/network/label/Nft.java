// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.util.List;
import org.fairlead.network.DriverException;

/** Runs nftables' command line. */
public interface Nft {
    /**
     * How a run ended.
     *
     * @param status 0 if it did all that it was told, else it did nothing
     */
    record Outcome(int status, String output, String errors) {
        /** Its own words, in one line. */
        public String words() {
            return errors.lines()
                    .filter(line -> !line.isBlank() && !line.matches("[\\s^~-]*"))
                    .limit(2)
                    .reduce((first, second) -> first.strip() + " " + second.strip())
                    .orElse("status " + status);
        }
    }

    /**
     * @param input that it reads
     * @throws DriverException if it cannot be run or does not end in time
     */
    Outcome run(List<String> arguments, String input) throws DriverException;
}

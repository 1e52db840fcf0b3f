// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

import java.util.List;

/** One thing a round verified about itself. */
public record Check(String name, boolean passed, String detail) {
    /**
     * Passed when nothing differs.
     *
     * @param compared what was, said when nothing differs
     */
    public static Check differences(String name, String compared, List<String> different) {
        return new Check(
                name, different.isEmpty(), different.isEmpty() ? compared : "differ: " + String.join(", ", different));
    }
}

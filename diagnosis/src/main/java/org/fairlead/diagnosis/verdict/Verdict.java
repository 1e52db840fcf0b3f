// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.List;
import java.util.Optional;

/**
 * For what an application was slow.
 *
 * @param causes that are sure and matter, the one that costs most first; empty where none shows
 * @param untold the share of the time in which jobs ran that may have a cause which nobody has seen: waiting for the network or disks, at most
 */
public record Verdict(List<NamedCause> causes, double untold) {
    public static final Verdict NONE = new Verdict(List.of(), 0);

    public Verdict {
        causes = List.copyOf(causes);
    }

    /** The one that costs most. */
    public Optional<NamedCause> first() {
        return causes.stream().findFirst();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.health;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Decides when what map tasks left on a silent host is given up. Not safe for threads; times are on one monotonic
 * clock of the caller's.
 *
 * <p><b>Goals.</b> A job whose map output lies on a host that fell silent goes on after seconds. An engine alone notices when a fetch reaches its time-out: after two
 * minutes in Spark ({@code spark.network.timeout}).
 *
 * <p><b>Constraints.</b> Making output again costs work, so a host that is away for a moment keeps its own. A task that computes is never taken for one that waits.
 *
 * <p><b>Algorithm.</b> A host's output is given up once, when the host has been suspected for {@link #GIVEN_UP_NANOS}; after it is trusted again, it may be given up
 * anew. A task is stuck when its thread has waited, and no byte has come, for {@link #STUCK_NANOS} without a break ({@link StalledTasks}).
 *
 * <p><b>Example.</b> h4 is cut at 0 s and suspected from 2.1 s on, silent since 0 s. At 8 s its output is given up. A reduce task on h2 has waited with the same
 * 40 KB since 1 s: it is stuck. It is run again, finds no output of h4's, and the engine makes that again elsewhere.
 *
 * <p><b>Source.</b> Ours; that a lost fetch has map tasks run again is MapReduce's rule (Dean and Ghemawat, OSDI 2004, section 3.3).
 */
public final class StrandedOutput {
    /** From the beginning of a host's silence until its output is given up. */
    static final long GIVEN_UP_NANOS = 8_000_000_000L;
    /** For which a task waits, and receives nothing, until it counts as stuck. */
    public static final long STUCK_NANOS = 2_000_000_000L;

    private final Set<String> givenUp = new HashSet<>();

    /**
     * Whether a host's output is to be given up now; true once for each time that it falls silent.
     *
     * @param suspectedSinceNanos when its silence began; empty when it is not suspected, or on probation
     */
    public boolean givesUp(String host, OptionalLong suspectedSinceNanos, long nowNanos) {
        if (suspectedSinceNanos.isEmpty()) {
            givenUp.remove(host);
            return false;
        }
        return nowNanos - suspectedSinceNanos.getAsLong() >= GIVEN_UP_NANOS && givenUp.add(host);
    }

    /** Hosts whose output is given up and that are still suspected. */
    public Set<String> givenUp() {
        return Set.copyOf(givenUp);
    }
}

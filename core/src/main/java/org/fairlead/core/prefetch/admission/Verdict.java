// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.admission;

/** What became of a flow in a pass. Whatever is not admitted goes on as best effort. */
public enum Verdict {
    /** It has rates that are guaranteed until its deadline, and with which it is in time. */
    ADMITTED,
    /** Its deadline has passed. */
    LATE,
    /** It has more bytes than its path can carry until its deadline, even alone. */
    TOO_LARGE,
    /** Another flow of its job is late or too large, and jobs are admitted as a whole. */
    JOB_IS_LATE,
    /** Others have what it would need. */
    NO_ROOM,
    /** It was admitted before and has given way. */
    ABANDONED,
    /** Nothing is guaranteed to anybody. */
    BEST_EFFORT
}

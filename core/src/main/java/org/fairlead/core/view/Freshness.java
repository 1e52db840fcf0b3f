// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.view;

/** How far a figure may be relied on, by its age ({@link Staleness}). */
public enum Freshness {
    /** Heard of within the expected time: the figure counts. */
    FRESH,
    /** A report is missing: the link counts as fully loaded (Sinbad's conservative rule). */
    LATE,
    /** Not heard of for long, or never: nothing is known; too many of these and the decision is stock's. */
    UNKNOWN
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

/**
 * What a prediction takes most of its time for.
 *
 * @param subject index of the link, or of the host; −1 where there is none
 */
public record CompletionLimit(Kind kind, int subject) {
    /** What may decide. */
    public enum Kind {
        /** What a link has left. */
        LINK,
        /** What a host's disk has left. */
        DISK,
        /** A host that gives its blocks slowly, and what is read from it already. */
        SLOW_SOURCE,
        COMPUTING,
        /** What the first task on a host fetches besides its input. */
        BROADCASTS,
        /** What tasks take before they read and after they have computed. */
        OVERHEAD
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

/** What became of a request. */
public enum FetchEnd {
    /** All of it was there when the task began to read it. */
    IN_TIME,
    /** The task began to read while it arrived, and waited for the rest. */
    LATE,
    /** The task read it in vain or not at all: what had arrived was thrown away. */
    WASTED,
    /** It was given up before anything had arrived. */
    CANCELLED
}

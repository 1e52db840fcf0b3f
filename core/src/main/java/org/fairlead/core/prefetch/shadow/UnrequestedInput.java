// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.prefetch.shadow;

/** Why nothing was requested for a task that was launched away from its input. */
public enum UnrequestedInput {
    /** No look-ahead had it later than it was launched: a slot was free at once. */
    AT_ONCE("launched before any look-ahead had it later"),
    /** Of what was fetched for its stage, too much was not read. */
    WASTEFUL_STAGE("too much was fetched in vain for its stage"),
    /** Of what was fetched for the application's newest requests, too much was not read: one at a time is fetched. */
    WASTEFUL_APPLICATION("too much was fetched in vain for the application"),
    /** It reads more than an executor's memory for fetched input has. */
    TOO_LARGE("more than the memory for fetched input (spark.fairlead.prefetch.memory)"),
    /** Controllers are followed, and none answered: nothing new was fetched. */
    NO_CONTROLLER("no controller answered"),
    /** Nobody knows which parts of which files it reads. */
    UNKNOWN_INPUT("which parts of which files it reads is not known");

    private final String words;

    UnrequestedInput(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}

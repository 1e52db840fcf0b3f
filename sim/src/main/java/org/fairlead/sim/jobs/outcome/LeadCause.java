// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

/** Why a task was launched later than its input was known: what made its lead. */
public enum LeadCause {
    /** The slot that it took was had by an earlier task of its stage when the stage was submitted, or since. */
    LATER_WAVE("later wave"),
    /** The slot that it took was had by another stage's task, of the same job or of another one, when its stage was submitted, or since. */
    QUEUE("queue"),
    /** Its stage was not submitted yet: the stage's parents ran. */
    PARENTS("parents"),
    /** Nobody had the slot: the task waited for its job's start, for a host to ask, or for a slot nearer to its input. */
    OFFER("offer"),
    /**
     * There was no lead: a second attempt, which nobody expects; a task outside of the framework's slots, of which nobody knows before it reads; or input that was
     * written at that instant.
     */
    NONE("none");

    private final String label;

    LeadCause(String label) {
        this.label = label;
    }

    /** For people. */
    public String label() {
        return label;
    }
}

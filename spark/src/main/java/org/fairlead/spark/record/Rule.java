// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.Locale;

/** Who chose a task that was launched, and why it was not us. */
public enum Rule {
    PLANNED("as planned"),
    COPIED("by where map output that it reads was copied"),
    NEAR("the plan said nothing of the slot, or foresaw it later: stock's choice among the tasks with input there"),
    PASSED_OVER(
            "the plan had kept the slot free for long enough, nothing ran, or stock waits for no other: stock's choice"),
    NO_PLAN("no fresh plan: stock's choice"),
    OUTPACED("tasks were launched faster than plans were made: stock's choice"),
    NO_INPUT("it reads nothing that a slot could be near to: stock's choice"),
    OBSERVED("ours are only observed: stock's choice"),
    NOT_DRAWN("the canary did not draw the stage: stock's choice"),
    OFF("off: stock's choice"),
    SPECULATIVE("a second attempt beside a slow one: stock's choice");

    private final String description;

    Rule(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }

    /** As reports write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

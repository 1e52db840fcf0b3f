// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.skewaware;

import java.util.List;
import org.fairlead.sim.experiment.ExperimentTable.Kind;

/**
 * Who exchanges the blocks.
 *
 * @param planner by its name in core's registry
 * @param store which shared store there is
 */
record SkewAwareContender(String name, String planner, Store store, Kind kind, String meaning) {
    /** Which shared store overflow may go to. */
    enum Store {
        NONE,
        SLOW,
        FAST
    }

    static final String SMS = "dsa-sms";
    static final String SLOW = "on-disk slow";
    static final String FAST = "on-disk fast";
    static final String OURS_SLOW = "fairlead slow";
    static final String OURS_FAST = "fairlead fast";

    /** The baseline first. */
    static final List<SkewAwareContender> ALL = List.of(
            new SkewAwareContender(
                    SMS, "dsa-sms", Store.NONE, Kind.BASELINE, "DSA w/ SMS: overflow in the memory of others"),
            new SkewAwareContender(
                    SLOW, "dsa", Store.SLOW, Kind.PUBLISHED, "On-Disk: overflow in the slow shared store (Lustre)"),
            new SkewAwareContender(
                    FAST, "dsa", Store.FAST, Kind.PUBLISHED, "On-Disk: overflow in the fast shared store (IME)"),
            new SkewAwareContender(
                    OURS_SLOW, "fairlead", Store.SLOW, Kind.OURS, "Fairlead, which may use the slow store"),
            new SkewAwareContender(
                    OURS_FAST, "fairlead", Store.FAST, Kind.OURS, "Fairlead, which may use the fast store"),
            new SkewAwareContender(
                    "clairvoyant fast",
                    "clairvoyant",
                    Store.FAST,
                    Kind.BOUND,
                    "the same, given the present loads, and never stepping aside"));

    static SkewAwareContender named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }
}

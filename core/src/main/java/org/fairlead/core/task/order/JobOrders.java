// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.order;

import java.util.Arrays;
import java.util.List;

/** The orders of jobs by the names under which configuration and reports know them. */
public enum JobOrders {
    FIFO("fifo"),
    FAIR("fair");

    private final String label;

    JobOrders(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** @param pools that are not as pools usually are; those of other names get weight 1 */
    public JobOrder make(List<JobOrder.Pool> pools) {
        return switch (this) {
            case FIFO -> new FirstComeOrder();
            case FAIR -> new FairOrder(pools);
        };
    }

    /** Names that {@link #named} accepts. */
    public static List<String> names() {
        return Arrays.stream(values()).map(JobOrders::label).toList();
    }

    /** @throws IllegalArgumentException if there is no order of that name; its message lists those there are */
    public static JobOrder named(String name, List<JobOrder.Pool> pools) {
        return Arrays.stream(values())
                .filter(order -> order.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no job order '" + name + "'; accepted: " + String.join(", ", names())))
                .make(pools);
    }
}

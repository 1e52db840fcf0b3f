// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The task assigners by the names under which configuration and reports know them. To add one: a constant, and its line in {@code make}. */
public enum TaskAssigners {
    STOCK_HADOOP("stock-hadoop"),
    STOCK_SPARK("stock-spark"),
    /** As Spark does without a resource manager that tells it of racks. */
    STOCK_SPARK_STANDALONE("stock-spark:standalone"),
    CORMORANT("cormorant"),
    /** All gates. */
    STATUS_AWARE("status-aware"),
    STATUS_RECEIVE("status-aware:receive"),
    STATUS_POTENTIAL("status-aware:potential"),
    STATUS_DISK("status-aware:disk"),
    STATUS_RECEIVE_POTENTIAL("status-aware:receive+potential"),
    STATUS_RECEIVE_DISK("status-aware:receive+disk"),
    STATUS_POTENTIAL_DISK("status-aware:potential+disk"),
    FAIRLEAD("fairlead");

    private final String label;

    TaskAssigners(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public TaskAssigner make(AssignerOptions options) {
        return switch (this) {
            case STOCK_HADOOP -> new DelayScheduling(options.delay());
            case STOCK_SPARK -> new LocalityWait(label, options.waits());
            case STOCK_SPARK_STANDALONE ->
                new LocalityWait(label, options.waits().withoutRacks());
            case CORMORANT -> new MostBandwidth(options);
            case STATUS_AWARE -> new StatusGates(label, options.gates(), options.delay());
            case STATUS_RECEIVE -> gates(options, true, false, false);
            case STATUS_POTENTIAL -> gates(options, false, true, false);
            case STATUS_DISK -> gates(options, false, false, true);
            case STATUS_RECEIVE_POTENTIAL -> gates(options, true, true, false);
            case STATUS_RECEIVE_DISK -> gates(options, true, false, true);
            case STATUS_POTENTIAL_DISK -> gates(options, false, true, true);
            case FAIRLEAD -> new SoonestEnd(options);
        };
    }

    private TaskAssigner gates(AssignerOptions options, boolean receive, boolean potential, boolean disk) {
        return new StatusGates(label, options.gates().only(receive, potential, disk), options.delay());
    }

    /** Names that {@link #make(String, AssignerOptions)} accepts. */
    public static List<String> names() {
        return Arrays.stream(values()).map(TaskAssigners::label).collect(Collectors.toList());
    }

    /** @throws IllegalArgumentException if there is no assigner of that name; its message lists those there are */
    public static TaskAssigner named(String name) {
        return make(name, AssignerOptions.USUAL);
    }

    /** @throws IllegalArgumentException if there is no assigner of that name; its message lists those there are */
    public static TaskAssigner make(String name, AssignerOptions options) {
        return Arrays.stream(values())
                .filter(assigner -> assigner.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no task assigner '" + name + "'; accepted: " + String.join(", ", names())))
                .make(options);
    }
}

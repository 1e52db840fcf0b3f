package org.fairlead.core.task;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The task assigners by the names under which configuration and reports know them. To add one: a constant, and its line in {@code make}. */
public enum TaskAssigners {
    STOCK_HADOOP("stock-hadoop"),
    STOCK_SPARK("stock-spark");

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
            case STOCK_SPARK -> new LocalityWait(options.waits());
        };
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

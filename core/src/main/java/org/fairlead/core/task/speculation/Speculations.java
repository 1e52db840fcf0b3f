// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.speculation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The rules for second attempts by the names under which configuration and reports know them. */
public enum Speculations {
    NONE("none"),
    STOCK_HADOOP("stock-hadoop"),
    STOCK_SPARK("stock-spark"),
    LATE("late"),
    MANTRI("mantri"),
    GUARDED("guarded");

    private final String label;

    Speculations(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    public Speculation make(SpeculationOptions options) {
        return switch (this) {
            case NONE -> new NoSpeculation();
            case STOCK_HADOOP -> new HadoopSpeculation(options.hadoop());
            case STOCK_SPARK -> new SparkSpeculation(options.spark());
            case LATE -> new LateSpeculation(options.late());
            case MANTRI -> new MantriSpeculation(options.mantri());
            case GUARDED -> new GuardedSpeculation(options.guarded());
        };
    }

    /** Names that {@link #make(String, SpeculationOptions)} accepts. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Speculations::label).collect(Collectors.toList());
    }

    /** @throws IllegalArgumentException if there is no rule of that name; its message lists those there are */
    public static Speculation named(String name) {
        return make(name, SpeculationOptions.USUAL);
    }

    /** @throws IllegalArgumentException if there is no rule of that name; its message lists those there are */
    public static Speculation make(String name, SpeculationOptions options) {
        return Arrays.stream(values())
                .filter(rule -> rule.label.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no speculation '" + name + "'; accepted: " + String.join(", ", names())))
                .make(options);
    }
}

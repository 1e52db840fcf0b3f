// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network;

import java.util.Arrays;
import java.util.List;

/** What a flow is for. */
public enum TrafficClass {
    /** A block that is written, from replica to replica. */
    REPLICATION("replication"),
    /** A block that is read. */
    BLOCK_READ("block-read"),
    /** Map output that is fetched. */
    SHUFFLE("shuffle");

    private final String label;

    TrafficClass(String label) {
        this.label = label;
    }

    /** As messages and pages have it. */
    public String label() {
        return label;
    }

    /** Of all, in their order. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(TrafficClass::label).toList();
    }

    /** @throws IllegalArgumentException if no class has this label */
    public static TrafficClass named(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no traffic class '" + label + "'; accepted: " + String.join(", ", labels())));
    }
}

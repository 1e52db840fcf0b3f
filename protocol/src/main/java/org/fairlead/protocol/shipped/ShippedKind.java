// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.shipped;

/** What is shipped as files in YAML, each kind in a directory of its own. */
public enum ShippedKind {
    SCENARIO("scenario", "scenarios", "scenarios"),
    TOPOLOGY("topology", "topologies", "scenarios/topologies"),
    CLUSTER("cluster", "clusters", "clusters"),
    CONTENDER("contender", "contenders", "contenders"),
    TRAFFIC("traffic", "traffic", "scenarios/traffic"),
    /** Scenarios that the simulator is compared with. */
    VALIDATION("scenario", "validation", "scenarios/validation");

    private final String one;
    private final String all;
    private final String directory;

    ShippedKind(String one, String all, String directory) {
        this.one = one;
        this.all = all;
        this.directory = directory;
    }

    /** What one of them is called. */
    public String one() {
        return one;
    }

    /** What all of them are called, as {@code fairlead list} takes it. */
    public String all() {
        return all;
    }

    /** Where they are in an installation. */
    String directory() {
        return directory;
    }
}

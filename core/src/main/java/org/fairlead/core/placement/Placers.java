// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.placement;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The placement policies by the names under which configuration and reports know them. */
public enum Placers {
    FAIRLEAD("fairlead"),
    SINBAD("sinbad"),
    RANDOM("random"),
    /** The same placer as {@code fairlead}; what differs is the load model. */
    ORACLE("oracle");

    private final String policy;

    Placers(String policy) {
        this.policy = policy;
    }

    private ReplicaPlacer make() {
        return switch (this) {
            case FAIRLEAD -> new PipelinePlacer();
            case SINBAD -> new SinbadPlacer();
            case RANDOM -> new RandomPlacer();
            case ORACLE -> new PipelinePlacer("oracle", new StorageBalance());
        };
    }

    /** @throws IllegalArgumentException if there is no policy of that name; its message lists those there are */
    public static ReplicaPlacer named(String policy) {
        return Arrays.stream(values())
                .filter(placer -> placer.policy.equals(policy))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no placement policy '" + policy + "'; accepted: "
                        + Arrays.stream(values()).map(placer -> placer.policy).collect(Collectors.joining(", "))))
                .make();
    }
}

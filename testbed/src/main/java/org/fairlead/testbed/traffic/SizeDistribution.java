// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.traffic;

import java.util.List;
import java.util.Random;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;

/** @param meanBytes the mean of what {@link #draw} returns, but for rounding and the bound on very large ones */
record SizeDistribution(SizeKind kind, double meanBytes) {
    private static final double SHAPE = 1.5;
    private static final double LARGEST_OVER_MEAN = 1000;

    static SizeDistribution from(YamlNode node) {
        if (!node.isMapping()) {
            return new SizeDistribution(SizeKind.FIXED, bytes(node));
        }
        node.allow("mean", "distribution");
        SizeKind kind = node.optional("distribution")
                .map(given -> switch (given.oneOf(List.of("fixed", "exponential", "pareto"))) {
                    case "fixed" -> SizeKind.FIXED;
                    case "exponential" -> SizeKind.EXPONENTIAL;
                    default -> SizeKind.PARETO;
                })
                .orElse(SizeKind.FIXED);
        return new SizeDistribution(kind, bytes(node.required("mean")));
    }

    private static double bytes(YamlNode node) {
        long bytes = node.as(Quantities::bytes);
        if (bytes < 1) {
            throw node.invalid("must be above 0");
        }
        return bytes;
    }

    long draw(Random random) {
        double size =
                switch (kind) {
                    case FIXED -> meanBytes;
                    case EXPONENTIAL -> TrafficFile.exponential(random, meanBytes);
                    case PARETO -> meanBytes * (SHAPE - 1) / SHAPE / Math.pow(1 - random.nextDouble(), 1 / SHAPE);
                };
        return Math.max(1, Math.round(Math.min(size, meanBytes * LARGEST_OVER_MEAN)));
    }
}

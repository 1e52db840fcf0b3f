// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import org.fairlead.core.chance.Draw;

/** Distributions that workloads are drawn from, the same on every machine. */
final class Chance {
    private final Draw draw;

    Chance(long seed, String kind) {
        draw = new Draw(Draw.mixed(seed, kind.hashCode()));
    }

    double share() {
        return draw.share();
    }

    int below(int bound) {
        return draw.below(bound);
    }

    int weighted(double... weights) {
        return draw.weighted(weights, weights.length);
    }

    double exponential(double mean) {
        return -mean * StrictMath.log(1 - draw.share());
    }

    /** As likely between 1 and 10 as between 10 and 100. */
    double logUniform(double least, double most) {
        return logUniform(least, most, draw.share());
    }

    static double logUniform(double least, double most, double share) {
        return least * StrictMath.pow(most / least, share);
    }

    /** Half of them below the median; two thirds within a factor of e^sigma of it. */
    double logNormal(double median, double sigma) {
        double normal = StrictMath.sqrt(-2 * StrictMath.log(1 - draw.share()))
                * StrictMath.cos(2 * StrictMath.PI * draw.share());
        return median * StrictMath.exp(sigma * normal);
    }

    /** To whole milliseconds, as files show them. */
    static double milliseconds(double seconds) {
        return Math.rint(seconds * 1e3) / 1e3;
    }

    /** To three digits, as files show them. */
    static double threeDigits(double value) {
        if (value == 0) {
            return 0;
        }
        double unit = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(value)) - 2);
        return Math.rint(value / unit) * unit;
    }
}

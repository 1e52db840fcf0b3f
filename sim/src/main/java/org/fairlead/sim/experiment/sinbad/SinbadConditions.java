// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.sinbad;

import org.fairlead.sim.calibration.Constants;

/**
 * What the paper does not say and the results depend on.
 *
 * @param writeShare what writers ask of the links between racks, as a share of their capacity: by it jobs are submitted
 * @param otherShare mean load that others put on the links that are hot, as a share of their capacity
 * @param imbalance coefficient of variation of others' loads over these links
 * @param hotSeconds mean time for which others' load on a link stays as it is; infinite for hot spots that stay
 * @param computeFactor how long writers compute, relative to {@link org.fairlead.sim.workload.generated.SinbadWriters}
 */
record SinbadConditions(
        double writeShare, double otherShare, double imbalance, double hotSeconds, double computeFactor) {
    static final String WRITE_SHARE = "write-share";
    static final String HOT_SECONDS = "hot-seconds";

    /** @throws IllegalArgumentException when a constant is missing or a share is out of bounds */
    static SinbadConditions of(Constants constants) {
        return new SinbadConditions(
                constants.value(WRITE_SHARE),
                constants.value("other-share"),
                constants.value("imbalance"),
                constants.value(HOT_SECONDS),
                constants.value("compute-factor"));
    }

    SinbadConditions {
        if (!(writeShare > 0 && writeShare <= 1) || !(otherShare >= 0 && otherShare <= 1) || !(hotSeconds > 0)) {
            throw new IllegalArgumentException("shares are from 0 to 1, and times are above 0: write-share "
                    + writeShare + ", other-share " + otherShare + ", hot-seconds " + hotSeconds);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.workload.generated.CormorantQueries;

/**
 * What the paper does not say and the results depend on.
 *
 * @param mapSecondsPerByte processor seconds of a map for a byte of input
 * @param reduceSecondsPerByte of a reduce
 * @param shuffleShare what a scan shuffles of a byte that it reads
 * @param outputShare what a join writes of a byte that it received
 * @param diskBytesPerSecond of a host's disk, for a stream alone
 */
record CormorantConditions(
        double mapSecondsPerByte,
        double reduceSecondsPerByte,
        double shuffleShare,
        double outputShare,
        double diskBytesPerSecond) {
    private static final double NANO = 1e-9;
    private static final double MEGA = 1e6;

    /** @throws IllegalArgumentException when a constant is missing */
    static CormorantConditions of(Constants constants) {
        return new CormorantConditions(
                constants.value("map-compute") * NANO,
                constants.value("reduce-compute") * NANO,
                constants.value("shuffle-share"),
                constants.value("output-share"),
                constants.value("disk") * MEGA);
    }

    CormorantQueries.Options queries(double scale, long blockBytes) {
        return new CormorantQueries.Options(
                scale, blockBytes, mapSecondsPerByte, reduceSecondsPerByte, shuffleShare, outputShare);
    }
}

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

    /** @param blockBytes of a chunk; where chunks are smaller than the paper's, what is scanned for a reduce is as much smaller */
    CormorantQueries.Options queries(double scale, long blockBytes) {
        double reduceBytes = CormorantQueries.BYTES_OF_REDUCE * blockBytes / CormorantCluster.BLOCK_BYTES;
        return new CormorantQueries.Options(
                scale, blockBytes, reduceBytes, mapSecondsPerByte, reduceSecondsPerByte, shuffleShare, outputShare);
    }
}

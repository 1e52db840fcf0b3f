// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.Optional;

/**
 * A figure on the testbed and in the simulator.
 *
 * @param calibrating whether constants were fitted to its scenario, so that it proves nothing
 * @param contender under which it was measured; for a ratio the one that the baseline is divided by
 * @param ratio whether it is the baseline's mean over the contender's, instead of a time in seconds
 * @param spread of the baseline's two runs on the testbed, as a share; empty when it ran once
 */
record ComparedFigure(
        String scenario,
        boolean calibrating,
        String contender,
        String metric,
        boolean ratio,
        double measured,
        double predicted,
        Optional<Double> spread) {

    /** By how much the prediction is off, as a share of what was measured. */
    double error() {
        return predicted / measured - 1;
    }
}

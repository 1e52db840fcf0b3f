// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.calibration;

import java.util.Optional;

/**
 * A number that the simulator cannot know by itself.
 *
 * @param unit of {@code value}, for people
 * @param origin which measurement or which published figure gave it, or where it is documented
 * @param fit between which values a calibration looks for it; empty when it is given
 */
public record Constant(double value, String unit, String origin, Optional<Range> fit) {
    /** Both included. */
    public record Range(double least, double most) {}

    Constant withValue(double other) {
        return new Constant(other, unit, origin, fit);
    }
}

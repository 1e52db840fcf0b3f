// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/** Who rises with the level in a pass, and on which straight piece of the rule: the rate is {@code intercept + slope·level}. By variable. */
final class RateSlopes {
    boolean[] rises = new boolean[16];
    double[] intercept = new double[16];
    double[] slope = new double[16];

    void makeRoom(int room) {
        rises = Arrays.copyOf(rises, room);
        intercept = Arrays.copyOf(intercept, room);
        slope = Arrays.copyOf(slope, room);
    }

    /**
     * Puts a variable on the piece that begins at a level or contains it.
     *
     * @return the level at which the next piece begins
     */
    double follow(int variable, double level, Variables variables) {
        if (level < 0) {
            intercept[variable] = variables.floor[variable];
            slope[variable] = variables.floor[variable];
            return 0;
        }
        if (level < variables.from[variable]) {
            intercept[variable] = variables.floor[variable];
            slope[variable] = 0;
            return variables.from[variable];
        }
        intercept[variable] = variables.offset[variable];
        slope[variable] = variables.weight[variable];
        return variables.top[variable];
    }
}

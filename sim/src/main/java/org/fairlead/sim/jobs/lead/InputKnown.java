// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.lead;

/** When it became known what a stage will read, and what each resource had left until then. */
public final class InputKnown {
    /** At no time: nothing is read. */
    public static final InputKnown NEVER = new InputKnown(Double.POSITIVE_INFINITY, new double[0]);

    private final double seconds;
    /** By resource, units since the start of the run. */
    private final double[] left;

    InputKnown(double seconds, double[] left) {
        this.seconds = seconds;
        this.left = left;
    }

    public double seconds() {
        return seconds;
    }

    double left(int resource) {
        return left[resource];
    }

    /** The later of two: a job that was submitted, and a file that was written. */
    public InputKnown and(InputKnown other) {
        return other.seconds > seconds ? other : this;
    }
}

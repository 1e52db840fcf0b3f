// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.lead;

import org.fairlead.sim.engine.Engine;

/**
 * What each resource of the engine could have carried besides what it did carry, in its units: the integral over time of capacity less load. Background traffic has been taken from a
 * link's capacity already.
 *
 * <p>It only reads. Loads are looked at when something happens, at most once in {@value #LOOK_SECONDS} s; what is seen counts for all the time since the last look. Exact where
 * rates change less often than that.
 */
final class LeftOver {
    static final double LOOK_SECONDS = 0.1;

    private final Engine engine;
    private final double[] sums;
    private double lookedSeconds;
    /** The last that was handed out, while it is still true. */
    private InputKnown latest = InputKnown.NEVER;

    /** @param resources how many of the engine's are looked at, from the first */
    LeftOver(Engine engine, int resources) {
        this.engine = engine;
        sums = new double[resources];
    }

    /** Something is about to happen at this instant: what rates were until now counts. */
    void look() {
        double seconds = engine.now() - lookedSeconds;
        if (seconds < LOOK_SECONDS) {
            return;
        }
        engine.addLeft(seconds, sums);
        lookedSeconds = engine.now();
    }

    /** Per second, as of the last instant for which rates were solved. */
    private double left(int resource) {
        return Math.max(0, engine.capacity(resource) - engine.load(resource));
    }

    private double untilNow(int resource) {
        return sums[resource] + (engine.now() - lookedSeconds) * left(resource);
    }

    /** The state of now, to compare a later one with. */
    InputKnown now() {
        if (latest.seconds() != engine.now()) {
            double[] left = sums.clone();
            engine.addLeft(engine.now() - lookedSeconds, left);
            latest = new InputKnown(engine.now(), left);
        }
        return latest;
    }

    /** Units that a resource could have carried besides since then. */
    double since(InputKnown before, int resource) {
        return untilNow(resource) - before.left(resource);
    }
}

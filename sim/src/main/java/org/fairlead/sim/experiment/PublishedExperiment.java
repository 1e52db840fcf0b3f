// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment;

import java.util.List;
import java.util.function.Consumer;

/** A published experiment that can be run again, and that finds its constants anew. */
public interface PublishedExperiment {
    /**
     * @param scale {@code small} or {@code paper}
     * @param seeds how many, from {@code firstSeed} on
     */
    ExperimentResult run(String scale, long firstSeed, int seeds);

    /**
     * What the paper does not say, fitted to its figures of published rules; ours is not run for it.
     *
     * @param progress takes a line now and then
     */
    List<FitTarget.Fitted> calibrate(String scale, long firstSeed, int seeds, Consumer<String> progress)
            throws InterruptedException;
}

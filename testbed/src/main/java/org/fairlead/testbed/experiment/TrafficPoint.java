// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.Optional;
import java.util.function.IntFunction;
import org.fairlead.testbed.traffic.TrafficPlan;

/**
 * One of the traffics under which a scenario is measured.
 *
 * @param name empty when the scenario has only this one
 * @param traffic of all repetitions; where it is drawn anew in each, that of the first
 * @param anew by the number of a repetition, from 1: its own, where it is drawn anew in each
 */
public record TrafficPoint(String name, TrafficPlan traffic, Optional<IntFunction<TrafficPlan>> anew) {
    /** The same in all repetitions. */
    public TrafficPoint(String name, TrafficPlan traffic) {
        this(name, traffic, Optional.empty());
    }

    /** What all contenders have in a repetition, from 1. */
    public TrafficPlan traffic(int repetition) {
        return anew.map(drawn -> drawn.apply(repetition)).orElse(traffic);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.fairlead.testbed.slow.SlowHost;
import org.fairlead.testbed.traffic.TrafficPlan;

/**
 * One of the traffics under which a scenario is measured, and hosts that are slow meanwhile.
 *
 * @param name empty when the scenario has only this one
 * @param traffic of all repetitions; where it is drawn anew in each, that of the first
 * @param anew by the number of a repetition, from 1: its own, where it is drawn anew in each
 * @param slow hosts of which something is slow
 */
public record TrafficPoint(
        String name, TrafficPlan traffic, Optional<IntFunction<TrafficPlan>> anew, List<SlowHost> slow) {
    public TrafficPoint {
        slow = List.copyOf(slow);
    }

    /** The same in all repetitions, where no host is slow. */
    public TrafficPoint(String name, TrafficPlan traffic) {
        this(name, traffic, Optional.empty(), List.of());
    }

    /** Whether the processors of a host are slow. */
    public boolean slowsProcessors() {
        return slow.stream().anyMatch(each -> each.what() instanceof SlowHost.Slowness.Processors);
    }

    /**
     * Draws the traffic of some repetitions, to find before anything starts what cannot be.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException if that of one cannot be drawn
     */
    void tryAll(int first, int last) {
        IntStream.rangeClosed(first, last).forEach(this::traffic);
    }

    /** What all contenders have in a repetition, from 1. */
    public TrafficPlan traffic(int repetition) {
        return anew.map(drawn -> drawn.apply(repetition)).orElse(traffic);
    }
}

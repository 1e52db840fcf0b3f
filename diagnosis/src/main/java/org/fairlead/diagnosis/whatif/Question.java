// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.simulation.SimulationRequest;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.zones.Zones;

/**
 * What is asked about an application.
 *
 * @param changes each answered by itself
 * @param simulated under which policies it shall be simulated; empty for none
 * @param reads what a file of decisions tells of it; empty where there is none
 * @param racks in which rack each host is; empty where nobody says
 */
public record Question(
        List<Change> changes,
        Optional<SimulationRequest> simulated,
        Optional<ObservedReads> reads,
        Optional<Zones> racks) {
    public Question {
        changes = List.copyOf(changes);
    }

    /** Of changes alone. */
    public static Question of(List<Change> changes) {
        return new Question(changes, Optional.empty(), Optional.empty(), Optional.empty());
    }
}

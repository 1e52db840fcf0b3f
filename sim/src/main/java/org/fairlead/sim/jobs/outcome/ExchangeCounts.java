// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.outcome;

import java.util.EnumMap;
import java.util.Map;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlan;
import org.fairlead.core.shuffle.Place;

/**
 * What became of shuffles for which an exchange was planned.
 *
 * @param planned shuffles that were exchanged
 * @param leftToStock shuffles of which the plan stepped aside
 * @param ownersMemory bytes in the memory of the host that reads them
 * @param sendersMemory bytes in the memory of the host that made them
 * @param othersMemory bytes in the memory of a third host
 * @param disks bytes on disks
 * @param store bytes in the shared store
 * @param predictedSeconds that plans were predicted to take, the sum over those that were carried out
 * @param stockSeconds the same of stock's way
 * @param broughtSeconds from plans until all blocks were in their places, the sum over those that were carried out
 */
public record ExchangeCounts(
        long planned,
        long leftToStock,
        double ownersMemory,
        double sendersMemory,
        double othersMemory,
        double disks,
        double store,
        double predictedSeconds,
        double stockSeconds,
        double broughtSeconds) {
    public static final ExchangeCounts NONE = new ExchangeCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Of one plan. */
    public static ExchangeCounts of(ExchangePlan plan) {
        if (plan.stepsAside()) {
            return new ExchangeCounts(0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
        }
        Map<Place, Double> byPlace = new EnumMap<>(Place.class);
        for (Place place : Place.values()) {
            byPlace.put(place, 0.0);
        }
        ByteMatrix bytes = plan.bytes();
        for (int partition = 0; partition < bytes.partitions(); partition++) {
            for (int row = 0; row < bytes.rows(); row++) {
                byPlace.merge(plan.place(row, partition), (double) bytes.bytes(row, partition), Double::sum);
            }
        }
        return new ExchangeCounts(
                1,
                0,
                byPlace.get(Place.OWNER_MEMORY),
                byPlace.get(Place.SENDER_MEMORY),
                byPlace.get(Place.OTHER_MEMORY),
                byPlace.get(Place.DISK),
                byPlace.get(Place.STORE),
                plan.times().seconds(),
                plan.times().stockSeconds(),
                0);
    }

    /** All blocks of one are in their places, so many seconds after its plan. */
    public ExchangeCounts brought(double seconds) {
        return and(new ExchangeCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, seconds));
    }

    public ExchangeCounts and(ExchangeCounts other) {
        return new ExchangeCounts(
                planned + other.planned,
                leftToStock + other.leftToStock,
                ownersMemory + other.ownersMemory,
                sendersMemory + other.sendersMemory,
                othersMemory + other.othersMemory,
                disks + other.disks,
                store + other.store,
                predictedSeconds + other.predictedSeconds,
                stockSeconds + other.stockSeconds,
                broughtSeconds + other.broughtSeconds);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * In which order the contenders run: shuffled anew in each repetition, so that a drift of the machine hits all alike.
 * Deterministic for a seed.
 */
final class RoundOrder {
    private RoundOrder() {}

    /** @return for each repetition every name once */
    static List<List<String>> shuffled(List<String> names, int repetitions, long seed) {
        Random random = new Random(seed);
        List<List<String>> order = new ArrayList<>();
        for (int i = 0; i < repetitions; i++) {
            List<String> round = new ArrayList<>(names);
            Collections.shuffle(round, random);
            order.add(List.copyOf(round));
        }
        return List.copyOf(order);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pair begins when both ends have ended all that they have in earlier rounds. What goes to the store begins at once. */
final class Rounds implements BringOrder {
    private final List<Bring> all;
    /** By host and round, what has not ended. */
    private final Map<Integer, TreeMap<Integer, List<Bring>>> left = new TreeMap<>();

    private final List<Bring> begun = new ArrayList<>();

    Rounds(List<Bring> all) {
        this.all = all;
        for (Bring bring : all) {
            if (!bring.toStore()) {
                inRound(bring.from, bring.step).add(bring);
                inRound(bring.to, bring.step).add(bring);
            }
        }
    }

    private List<Bring> inRound(int host, int round) {
        return left.computeIfAbsent(host, unused -> new TreeMap<>())
                .computeIfAbsent(round, unused -> new ArrayList<>());
    }

    @Override
    public List<Bring> first() {
        List<Bring> first = new ArrayList<>();
        for (Bring bring : all) {
            if (bring.toStore()) {
                first.add(bring);
            } else {
                beginIfItsTurn(bring, first);
            }
        }
        return first;
    }

    @Override
    public List<Bring> ended(Bring bring) {
        List<Bring> next = new ArrayList<>();
        if (!bring.toStore()) {
            begun.remove(bring);
            leave(bring.from, bring);
            leave(bring.to, bring);
            for (int host : new int[] {bring.from, bring.to}) {
                if (!left.get(host).isEmpty()) {
                    List.copyOf(left.get(host).firstEntry().getValue()).forEach(one -> beginIfItsTurn(one, next));
                }
            }
        }
        return next;
    }

    private void leave(int host, Bring bring) {
        List<Bring> round = left.get(host).get(bring.step);
        round.remove(bring);
        if (round.isEmpty()) {
            left.get(host).remove(bring.step);
        }
    }

    private void beginIfItsTurn(Bring bring, List<Bring> into) {
        boolean turn = left.get(bring.from).firstKey() == bring.step
                && left.get(bring.to).firstKey() == bring.step;
        if (turn && !begun.contains(bring)) {
            begun.add(bring);
            into.add(bring);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow;

import java.util.Arrays;

/**
 * Small numbers with a key each, of which the lowest key wins; among equal keys the lowest number. For systems in which most numbers
 * have a key and many keys change at once: unlike in a {@link LevelHeap} nothing moves, so that all can be put right in one pass over
 * the keys. Changing one key costs the logarithm of the highest number, and mostly less.
 *
 * <p>Algorithm: numbers stand in pairs, the lower key of a pair goes on to the next round, until one is left.
 */
public final class Tournament {
    /** The key of node n is the lower one of nodes 2n and 2n + 1; node 1 is the winner, the numbers begin at {@code leaves}. */
    private double[] keys = filled(32);

    private int leaves = 16;
    /** One past the highest number that ever had a key. */
    private int bound;

    private static double[] filled(int length) {
        double[] keys = new double[length];
        Arrays.fill(keys, Double.POSITIVE_INFINITY);
        return keys;
    }

    /** The lowest key; infinite when no number has one. */
    public double lowestKey() {
        return keys[1];
    }

    /** The number with the lowest key; some number must have one. */
    public int lowest() {
        int node = 1;
        while (node < leaves) {
            node *= 2;
            if (keys[node] > keys[1]) {
                node++;
            }
        }
        return node - leaves;
    }

    /** One past the highest number that ever had a key. */
    public int bound() {
        return bound;
    }

    /** Gives a number a key; an infinite one takes it away. */
    public void set(int id, double key) {
        setLater(id, key);
        int node = leaves + id;
        while (node > 1) {
            double lower = Math.min(keys[node], keys[node ^ 1]);
            node >>>= 1;
            if (keys[node] == lower) {
                return;
            }
            keys[node] = lower;
        }
    }

    /** Like {@link #set}, but leaves the rounds to {@link #restore}: for many changes at once. Nothing else may be asked before. */
    public void setLater(int id, double key) {
        if (id >= bound) {
            if (id >= leaves) {
                grow(id);
            }
            bound = id + 1;
        }
        keys[leaves + id] = key;
    }

    /** Plays all rounds again. */
    public void restore() {
        int first = leaves;
        int last = leaves + bound - 1;
        while (first > 1) {
            first >>>= 1;
            last >>>= 1;
            for (int node = first; node <= last; node++) {
                keys[node] = Math.min(keys[2 * node], keys[2 * node + 1]);
            }
        }
    }

    private void grow(int id) {
        int room = leaves;
        while (room <= id) {
            room *= 2;
        }
        double[] more = filled(2 * room);
        System.arraycopy(keys, leaves, more, room, leaves);
        keys = more;
        leaves = room;
        restore();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.path;

import java.util.Arrays;
import org.fairlead.core.topology.EqualCostRoutes;

/**
 * Moves units off links of which more is demanded than they have, one at a time.
 *
 * <p><b>Goals.</b> Where there is a plan in which all get their demand, to find it, or to come near.
 *
 * <p><b>Constraints.</b> Units that are not free stay. Nobody is moved to where others leave less than the unit demands. A bounded number of looks ({@value #MOST_LOOKS}): in large plans few steps, or none.
 *
 * <p><b>Algorithm.</b> Minimum conflicts with a short memory. The excess is what is demanded of links beyond what they have, over all links. In each step the unit and path are taken with which the excess falls most, or rises least, among
 * units that cross a link in excess and have not left that path in the last {@value #MEMORY} steps; of equal ones that which was left longest ago. It ends without excess; the plan with the least counts.
 *
 * <p><b>Example.</b> A core carries one flow. f goes by the first core, where h has to go, too: the excess is one flow. f can move to the second core alone, where g is: the excess stays one. f does not go back, and g has a third core: without excess it ends.
 *
 * <p><b>Source.</b> Min-conflicts (Minton et al., Artificial Intelligence 58, 1992) with a tabu list (Glover, ORSA Journal on Computing 1, 1989).
 */
final class ConflictSearch {
    private static final int MEMORY = 10;
    private static final long MOST_LOOKS = 400_000;
    private static final int STEPS_OF_EACH = 16;
    private static final double NOTHING = 1e-6;
    /** Of what a unit demands; a path with less is no way for it, however empty of ours. */
    private static final double ENOUGH = 0.9;

    private final double[] room;
    private final EqualCostRoutes[] paths;
    private final double[] rates;
    private final boolean[] free;
    private final double[] load;
    private final int[] now;
    /** By unit and path, the step in which the unit left it. */
    private final int[][] leftAt;

    /**
     * @param room of each link, bytes per second
     * @param paths of each unit
     * @param rates that units demand, bytes per second
     * @param free which units may move
     * @param start the path of each; −1: none, and it stays so
     */
    ConflictSearch(double[] room, EqualCostRoutes[] paths, double[] rates, boolean[] free, int[] start) {
        this.room = room;
        this.paths = paths;
        this.rates = rates;
        this.free = free;
        now = start.clone();
        load = new double[room.length];
        leftAt = new int[start.length][];
        for (int unit = 0; unit < now.length; unit++) {
            leftAt[unit] = new int[paths[unit].count()];
            Arrays.fill(leftAt[unit], -MEMORY);
            add(unit, rates[unit]);
        }
    }

    /** The path of each unit in the plan with the least excess. */
    int[] best() {
        double excess = excess();
        double least = excess;
        int[] best = now.clone();
        int choices = Arrays.stream(paths).mapToInt(EqualCostRoutes::count).sum();
        long steps = Math.min((long) STEPS_OF_EACH * now.length, MOST_LOOKS / Math.max(1, choices));
        double demanded = Arrays.stream(rates).sum();
        for (int step = 1; step <= steps && least > NOTHING * demanded; step++) {
            Move move = move(step);
            if (move == null) {
                break;
            }
            add(move.unit, -rates[move.unit]);
            leftAt[move.unit][now[move.unit]] = step;
            now[move.unit] = move.path;
            add(move.unit, rates[move.unit]);
            excess += move.change;
            if (excess < least * (1 - NOTHING)) {
                least = excess;
                best = now.clone();
            }
        }
        return best;
    }

    private record Move(int unit, int path, double change) {}

    private Move move(int step) {
        Move best = null;
        for (int unit = 0; unit < now.length; unit++) {
            // what demands nothing is in nobody's way, and any path, also one that is down, would do for it
            if (free[unit] && rates[unit] > 0 && now[unit] >= 0 && isInExcess(unit)) {
                double without = change(unit, now[unit], -rates[unit]);
                int from = now[unit];
                add(unit, -rates[unit]);
                for (int path = 0; path < paths[unit].count(); path++) {
                    boolean open = path != from && step - leftAt[unit][path] > MEMORY && isUsable(unit, path);
                    if (open) {
                        double change = without + change(unit, path, rates[unit]);
                        if (isBetter(unit, path, change, best)) {
                            best = new Move(unit, path, change);
                        }
                    }
                }
                add(unit, rates[unit]);
            }
        }
        return best;
    }

    private boolean isBetter(int unit, int path, double change, Move than) {
        double alike = NOTHING * rates[unit];
        return than == null
                || change < than.change - alike
                || (change < than.change + alike && leftAt[unit][path] < leftAt[than.unit][than.path]);
    }

    private boolean isInExcess(int unit) {
        for (int hop = 0; hop < paths[unit].hops(); hop++) {
            int link = paths[unit].link(now[unit], hop);
            if (load[link] > room[link] + NOTHING * rates[unit]) {
                return true;
            }
        }
        return false;
    }

    private boolean isUsable(int unit, int path) {
        for (int hop = 0; hop < paths[unit].hops(); hop++) {
            if (room[paths[unit].link(path, hop)] < ENOUGH * rates[unit]) {
                return false;
            }
        }
        return true;
    }

    /** By how much the excess rises when so much more is demanded of a path. */
    private double change(int unit, int path, double rate) {
        double change = 0;
        for (int hop = 0; hop < paths[unit].hops(); hop++) {
            int link = paths[unit].link(path, hop);
            change += excess(link, load[link] + rate) - excess(link, load[link]);
        }
        return change;
    }

    private double excess(int link, double demanded) {
        return Math.max(0, demanded - room[link]);
    }

    private double excess() {
        double sum = 0;
        for (int link = 0; link < load.length; link++) {
            sum += excess(link, load[link]);
        }
        return sum;
    }

    private void add(int unit, double rate) {
        for (int hop = 0; now[unit] >= 0 && hop < paths[unit].hops(); hop++) {
            load[paths[unit].link(now[unit], hop)] += rate;
        }
    }
}

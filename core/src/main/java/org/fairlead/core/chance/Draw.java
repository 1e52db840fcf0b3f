// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.chance;

/** Random numbers from a seed, the same on every machine; not safe for threads. (SplitMix64, Steele et al., OOPSLA 2014.) */
public final class Draw {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    public Draw(long seed) {
        state = seed;
    }

    public long next() {
        state += STEP;
        return mixed(state);
    }

    /** A hash of a number: each bit of it decides each bit of the hash. */
    public static long mixed(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** A hash of two numbers in their order; take the hash of a third with the result. */
    public static long mixed(long first, long second) {
        return mixed(mixed(first + STEP) + STEP * second);
    }

    /** @return from 0 to {@code bound} − 1 */
    public int below(int bound) {
        return (int) (((next() >>> 33) * bound) >>> 31);
    }

    /** @return from 0 to 1, 1 excluded */
    public double share() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    /** @return a place of {@code weights}, as likely as its weight; the last one when all weigh nothing */
    public int weighted(double[] weights, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i];
        }
        double rest = share() * sum;
        for (int i = 0; i < count; i++) {
            rest -= weights[i];
            if (rest < 0) {
                return i;
            }
        }
        return count - 1;
    }
}

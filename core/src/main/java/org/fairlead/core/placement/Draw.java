package org.fairlead.core.placement;

/** Random numbers from a seed, the same on every machine; not safe for threads. (SplitMix64, Steele et al., OOPSLA 2014.) */
final class Draw {
    private long state;

    Draw(long seed) {
        state = seed;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** @return from 0 to {@code bound} − 1 */
    int below(int bound) {
        return (int) (((next() >>> 33) * bound) >>> 31);
    }

    /** @return from 0 to 1, 1 excluded */
    double share() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    /** @return a place of {@code weights}, as likely as its weight; the last one when all weigh nothing */
    int weighted(double[] weights, int count) {
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

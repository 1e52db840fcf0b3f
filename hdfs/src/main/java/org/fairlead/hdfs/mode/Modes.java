package org.fairlead.hdfs.mode;

/**
 * The modes in force at a moment.
 *
 * @param canaryShare share of the decisions, 0 to 1, that count in {@link Mode#CANARY}
 */
public record Modes(Mode write, Mode read, double canaryShare) {
    public Modes {
        if (!(canaryShare >= 0 && canaryShare <= 1)) {
            throw new IllegalArgumentException("'" + canaryShare + "' is not a share between 0 and 1");
        }
    }

    /** Whether the decision of this seed counts. */
    public boolean enforced(Mode mode, long seed) {
        return switch (mode) {
            case OFF, OBSERVE -> false;
            case CANARY -> (mixed(seed) >>> 11) * 0x1p-53 < canaryShare;
            case ENFORCE -> true;
        };
    }

    /** SplitMix64's finisher: consecutive seeds give independent draws, and none that a policy makes of the same seed. */
    private static long mixed(long seed) {
        long z = seed ^ 0x5DEECE66DL;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task.prediction;

/** How long bytes take at a rate. */
public final class TransferSeconds {
    private TransferSeconds() {}

    /** 0 of no bytes, and at an infinite rate. */
    public static double of(double bytes, double bytesPerSecond) {
        return bytes <= 0 || Double.isInfinite(bytesPerSecond) ? 0 : bytes / bytesPerSecond;
    }

    /** The same of a whole number of bytes. */
    public static double of(long bytes, double bytesPerSecond) {
        return of((double) bytes, bytesPerSecond);
    }

    /** Of bytes that begin to come so many seconds later, from then on, where others are ahead of them. */
    static double behind(double waitSeconds, double bytes, double bytesAhead, double bytesPerSecond) {
        return Math.max(of(bytes, bytesPerSecond), of(bytes + bytesAhead, bytesPerSecond) - waitSeconds);
    }
}

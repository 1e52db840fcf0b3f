// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.stragglers;

/**
 * How long something takes for so many bytes: a straight line through times and bytes, by least squares, which never falls with the bytes.
 *
 * <p><b>Example.</b> 1 s for 10 MB, 2 s for 20 MB, 3 s for 30 MB: 4 s for 40 MB.
 */
public final class BytesLine {
    /** A line may say that something needs next to no time; it then counts for this share of the mean. */
    private static final double LEAST_SHARE = 0.05;

    private final double meanTime;
    private final double meanBytes;
    private final double timePerByte;
    private final double least;

    /** @param least time that is ever expected, above 0, in the unit of the times */
    public BytesLine(double[] bytes, double[] times, double least) {
        this.least = least;
        double sumTime = 0;
        double sumBytes = 0;
        for (int i = 0; i < times.length; i++) {
            sumTime += times[i];
            sumBytes += bytes[i];
        }
        meanTime = sumTime / Math.max(1, times.length);
        meanBytes = sumBytes / Math.max(1, times.length);
        double together = 0;
        double squares = 0;
        for (int i = 0; i < times.length; i++) {
            together += (bytes[i] - meanBytes) * (times[i] - meanTime);
            squares += (bytes[i] - meanBytes) * (bytes[i] - meanBytes);
        }
        timePerByte = squares > 0 ? Math.max(0, together / squares) : 0;
    }

    /** Above 0, in the unit of the times. */
    public double expected(double bytes) {
        double line = meanTime + timePerByte * (bytes - meanBytes);
        return Math.max(Math.max(line, LEAST_SHARE * meanTime), least);
    }
}

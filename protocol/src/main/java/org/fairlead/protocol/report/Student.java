// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.report;

/** Quantiles of Student's t distribution, for 2 degrees of freedom and more. */
public final class Student {
    /** 97.5 %: the ends of a two-sided interval of 95 %. */
    public static final Student TWO_SIDED = new Student(1.959964, new double[] {
        4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314,
        2.1199, 2.1098, 2.1009, 2.0930, 2.0860
    });
    /** 95 %: the end of a one-sided interval of 95 %. */
    public static final Student ONE_SIDED = new Student(1.644854, new double[] {
        2.9200, 2.3534, 2.1318, 2.0150, 1.9432, 1.8946, 1.8595, 1.8331, 1.8125, 1.7959, 1.7823, 1.7709, 1.7613, 1.7531,
        1.7459, 1.7396, 1.7341, 1.7291, 1.7247
    });

    private final double normal;
    /** For 2, 3, ... degrees of freedom. */
    private final double[] table;

    private Student(double normal, double[] table) {
        this.normal = normal;
        this.table = table;
    }

    /** The same quantile of the normal distribution. */
    public double normal() {
        return normal;
    }

    /** Beyond the table by the expansion in 1/degrees, good to 0.0005 there. */
    public double quantile(int degrees) {
        if (degrees - 2 < table.length) {
            return table[degrees - 2];
        }
        double z = normal;
        double z3 = z * z * z;
        return z + (z3 + z) / (4.0 * degrees) + (5 * z3 * z * z + 16 * z3 + 3 * z) / (96.0 * degrees * degrees);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/** The positions of an array by the value that stands there. */
final class Grouping {
    private Grouping() {}

    /** @return for each value from 0 to {@code values} − 1 the positions where it stands, ascending */
    static int[][] of(int[] valueAt, int values) {
        int[] counts = new int[values];
        for (int value : valueAt) {
            counts[value]++;
        }
        int[][] positions = new int[values][];
        for (int value = 0; value < values; value++) {
            positions[value] = new int[counts[value]];
            counts[value] = 0;
        }
        for (int position = 0; position < valueAt.length; position++) {
            int value = valueAt[position];
            positions[value][counts[value]++] = position;
        }
        return positions;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.flow.path;

/** The places of an array by the value that stands there. */
final class Grouping {
    private Grouping() {}

    /** @return for each value from 0 to {@code values} − 1 the places where it stands, ascending */
    static int[][] of(int[] valueAt, int values) {
        int[] counts = new int[values];
        for (int value : valueAt) {
            counts[value]++;
        }
        int[][] places = new int[values][];
        for (int value = 0; value < values; value++) {
            places[value] = new int[counts[value]];
            counts[value] = 0;
        }
        for (int place = 0; place < valueAt.length; place++) {
            int value = valueAt[place];
            places[value][counts[value]++] = place;
        }
        return places;
    }
}

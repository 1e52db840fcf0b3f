// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.causes;

/**
 * A run of the same application for the same cause on a cluster that is otherwise in one thing.
 *
 * @param run the number of the application that it stands beside, from 1
 * @param kind what is otherwise
 * @param host that has no slots; empty where the kind is of no host
 */
public record Counterpart(int run, Kind kind, String host) {
    /** How many times as fast links are. */
    public static final double LINKS = 2;

    /** What is otherwise. */
    public enum Kind {
        /** Every link carries twice as much; others who load one leave the same share of it. */
        FASTER_LINKS("links-2x"),
        /** One host has no slots; its DataNode stays. */
        WITHOUT_HOST("without-host");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        /** As files name it. */
        public String key() {
            return key;
        }
    }

    /** {@code 03-without-host}: what its files are called. */
    String label() {
        return "%02d-%s".formatted(run, kind.key());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.message;

import java.util.List;

/**
 * Byte counters of links, as a switch (or who asks it) has them.
 *
 * @param cluster the topology's name, or empty: any
 * @param exporter who reports; one source of counters
 * @param boot grows with each start of the exporter
 * @param sequence grows with each message of one boot
 * @param monotonicNanos when the counters were read, on a clock that only this boot knows
 */
public record SwitchCounters(
        String cluster, String exporter, long boot, long sequence, long monotonicNanos, List<LinkBytes> links) {
    /** The largest that a controller reads, bytes. */
    public static final int LARGEST_BYTES = 4 << 20;

    public static final int MOST_LINKS = 50_000;

    public SwitchCounters {
        cluster = Bounds.text("cluster", cluster, Bounds.LONGEST_NAME);
        Bounds.name("exporter", exporter);
        Bounds.count("boot", boot);
        Bounds.count("sequence", sequence);
        Bounds.count("monotonic_nanos", monotonicNanos);
        links = Bounds.list("links", links, MOST_LINKS);
    }

    /**
     * @param link {@code from->to}, as {@link org.fairlead.core.topology.Link#name()}
     * @param bytes that have crossed it since some moment, headers included
     * @param carrier whether the port at which the switch sends into it has a carrier; null when that is not reported, such as of links
     *     that hosts send into
     */
    public record LinkBytes(String link, long bytes, Boolean carrier) {
        public LinkBytes {
            link = Bounds.text("links.link", link, 2 * Bounds.LONGEST_NAME + 2);
            if (!link.contains("->")) {
                throw new IllegalArgumentException("links.link: a name such as e1->c1 is expected");
            }
            Bounds.count("links.bytes", bytes);
        }

        /** Without a word on the carrier. */
        public LinkBytes(String link, long bytes) {
            this(link, bytes, null);
        }
    }
}

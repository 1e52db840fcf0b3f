// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

/**
 * A source that tasks read from.
 *
 * @param kind as in {@link org.fairlead.protocol.application.SourceReads}
 * @param host that gives; empty for all of a kind that have no name
 * @param local whether it is this host
 */
public record SourceName(String kind, String host, boolean local) {
    /** All of its kind whose names are not kept. */
    SourceName unnamed() {
        return new SourceName(kind, "", false);
    }
}

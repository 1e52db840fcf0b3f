// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.driver;

import java.util.List;
import java.util.stream.Stream;

/** What is done with skewed rows, by the names of files. Each moves all payloads through one shuffle by key. */
public enum SkewedOperation {
    /** Rows of a key in one partition, partitions in the order of keys. */
    SORT("sort"),
    /** A list of the payloads of each key. */
    AGGREGATE("aggregate"),
    /** With a table of all keys: an inner join, of which Spark may split large partitions. */
    JOIN("join"),
    /** With the same table: a full outer join, of which it may not. */
    OUTER_JOIN("outer-join");

    private final String key;

    SkewedOperation(String key) {
        this.key = key;
    }

    /** The name in files. */
    public String key() {
        return key;
    }

    /** Of all operations. */
    public static List<String> keys() {
        return Stream.of(values()).map(SkewedOperation::key).toList();
    }

    /** @throws IllegalArgumentException when no operation is called so */
    public static SkewedOperation named(String key) {
        return Stream.of(values())
                .filter(each -> each.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no operation '" + key + "'; accepted: " + String.join(", ", keys())));
    }
}

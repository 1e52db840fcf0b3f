// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.List;
import java.util.stream.Stream;

/** The kinds of steps, by the keys that name them in a file. */
public enum StepKind {
    WRITE("write"),
    READ("read"),
    TPCH("tpch"),
    SORT("sort"),
    WORD_COUNT("word-count"),
    SKEWED("skewed"),
    MIX("mix"),
    APPLICATIONS("applications"),
    FLOWS("flows"),
    SUBMIT("spark");

    private final String key;

    StepKind(String key) {
        this.key = key;
    }

    /** The key that names the kind in a file. */
    public String key() {
        return key;
    }

    /** Of all kinds. */
    public static List<String> keys() {
        return Stream.of(values()).map(StepKind::key).toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.List;

/** Which releases of Hadoop and Spark a run uses. */
public record Versions(String hadoop, String spark) {
    /** Releases that the tests run on; the first is the default. */
    public static final List<String> HADOOP = List.of("3.5.0", "3.4.3");

    public static final String SPARK = "4.2.0";
    static final String SCALA = "2.13";

    public static Versions standard() {
        return new Versions(HADOOP.get(0), SPARK);
    }

    public Versions {
        if (!HADOOP.contains(hadoop)) {
            throw new IllegalArgumentException(
                    "Hadoop '" + hadoop + "' is not supported; accepted: " + String.join(", ", HADOOP));
        }
        if (!spark.equals(SPARK)) {
            throw new IllegalArgumentException("Spark '" + spark + "' is not supported; accepted: " + SPARK);
        }
    }
}

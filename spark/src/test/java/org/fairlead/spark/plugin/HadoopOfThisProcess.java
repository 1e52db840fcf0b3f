// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.List;

/** What fetching ahead relies on, for tests elsewhere. */
public final class HadoopOfThisProcess {
    private HadoopOfThisProcess() {}

    /** What is not there, in words. */
    public static List<String> missing() {
        return PrefetchSignatures.missing();
    }
}

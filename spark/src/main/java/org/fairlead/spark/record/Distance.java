// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.Locale;

/** How far a task is from what it reads. */
public enum Distance {
    /** On its host. */
    LOCAL,
    /** In its rack. */
    RACK,
    /** In another rack. */
    REMOTE,
    /** Output of earlier tasks, on many hosts. */
    SHUFFLE,
    /** Nobody decided from where, or nobody knows. */
    UNKNOWN;

    /** As reports write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

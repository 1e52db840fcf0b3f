// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Lengths as executors tell them. */
public final class SampleLengths {
    private SampleLengths() {}

    public static byte[] packed(long... lengths) {
        try {
            return PackedLengths.pack(lengths).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

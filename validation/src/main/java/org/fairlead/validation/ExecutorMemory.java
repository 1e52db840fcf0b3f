// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import java.util.Optional;
import org.fairlead.protocol.Quantities;
import org.fairlead.sim.jobs.prefetch.MachineMemory;
import org.fairlead.testbed.cluster.SparkSettings;
import org.fairlead.testbed.cluster.contender.Contender;

/** What of an executor's memory the plug-in for Spark takes on the testbed, by its rules and Spark's (docs/spark.md). */
final class ExecutorMemory {
    private static final long MEBIBYTE = 1L << 20;
    /** A JVM counts its heap without a survivor space: a tenth of the young generation, which is a third. */
    private static final double COUNTED_SHARE = 1 - 1.0 / 30;
    /** Spark leaves so much alone. */
    private static final long RESERVED_BYTES = 300 * MEBIBYTE;
    /** {@code spark.memory.fraction}: what tasks and blocks share of the rest. */
    private static final double POOL_SHARE = 0.6;
    /** Of what they share, where {@code spark.fairlead.shuffle.memory} says nothing. */
    private static final double COPY_SHARE = 0.2;

    private ExecutorMemory() {}

    /** For input that is fetched ahead, beside the heap. */
    static long prefetchBytes(Contender contender) {
        return said(contender, "spark.fairlead.prefetch.memory")
                .orElse((long) Math.min(MachineMemory.USUAL_BYTES, MachineMemory.USUAL_SHARE * heapBytes(contender)));
    }

    /** For copies of map output. */
    static long copyBytes(Contender contender) {
        return said(contender, "spark.fairlead.shuffle.memory").orElse((long) (COPY_SHARE * poolBytes(contender)));
    }

    private static double poolBytes(Contender contender) {
        return POOL_SHARE * Math.max(0, COUNTED_SHARE * heapBytes(contender) - RESERVED_BYTES);
    }

    private static long heapBytes(Contender contender) {
        return MEBIBYTE * SparkSettings.standard().executorMebibytes(contender.spark());
    }

    private static Optional<Long> said(Contender contender, String key) {
        return Optional.ofNullable(contender.spark().get(key)).map(Quantities::bytes);
    }
}

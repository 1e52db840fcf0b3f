// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.guard;

/** What came of asking a {@link DecisionPool}. */
public sealed interface PoolOutcome<T> {
    /** In time. */
    record Decided<T>(T value) implements PoolOutcome<T> {}

    /** Stock has to decide. */
    record Failed<T>(Failure failure) implements PoolOutcome<T> {}

    /** Why there is no decision of ours. */
    enum Failure {
        /** It threw. */
        THREW,
        /** It took longer than its budget. */
        OVERRAN,
        /** Every decision thread is taken and the queue is full. */
        BUSY,
        /** Too many failures in a row; nothing was tried. */
        BREAKER_OPEN
    }
}

package org.fairlead.spark.status;

/**
 * The driver's answer to an {@link ExecutorReport}.
 *
 * @param sample whether the executor is to count what its host does
 * @param nextMillis until it is to report again
 */
record Instruction(boolean sample, long nextMillis) {}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.status;

import org.fairlead.spark.cluster.MissingCounters;

/**
 * The driver's answer to an {@link ExecutorReport}.
 *
 * @param gap what the executor is to count of its host
 * @param nextMillis until it is to report again
 */
record ReportInstruction(MissingCounters gap, long nextMillis) {}

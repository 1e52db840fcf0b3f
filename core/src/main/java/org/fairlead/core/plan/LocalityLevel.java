// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

/** How near to its input a task runs, by the levels of a round of offers in Spark, the nearest first. */
public enum LocalityLevel {
    /** In the executor that holds it in memory. */
    PROCESS,
    HOST,
    /** Of tasks that prefer no host. */
    NO_PREFERENCE,
    RACK,
    ANY
}

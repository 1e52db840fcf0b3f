// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/** Where the tasks of a set take their input from. */
public enum InputKind {
    /** From blocks of a file system: Hadoop's map tasks, Spark's first stages. */
    BLOCKS,
    /** From the output of earlier tasks: Hadoop's reduce tasks, Spark's shuffle stages. */
    SHUFFLE
}

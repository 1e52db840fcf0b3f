// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

/** What neither a log nor a file of decisions tells, so that there is an interval in place of a figure. */
public enum Unknown {
    /** Tasks waited for map output: for links, or for processors and disks of those who sent it. */
    MAP_OUTPUT,
    /** Results of tasks were on their way: over links, or through a busy driver. */
    RESULTS,
    /** Tasks read what is stored on other hosts: they waited for links, or for processors and disks there. */
    STORED_ELSEWHERE,
    /** Tasks wrote output: they waited for links, disks or a processor. */
    OUTPUT,
    /** First tasks of a stage on an executor: they fetched what is broadcast, or loaded classes. */
    FIRST_TASKS,
    /** Tasks used files: they waited for disks or for a processor. */
    FILES,
    /** Tasks waited for files of a shuffle: what is written behind computing faster disks may take away more of. */
    SHUFFLE_FILES,
    /** Sources gave slowly: by their disks, or by their links. */
    SLOW_SOURCES,
    /** By how much tasks get into each other's way once nobody is held up. */
    CROWDING,
    /** Which tasks fall to whom, where those of a stage take differently long. */
    CHANCE
}

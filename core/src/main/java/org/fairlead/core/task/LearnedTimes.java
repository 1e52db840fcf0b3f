// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

/**
 * What a task of a set takes besides fetching its input, as learned from tasks that ended; 0 before any did.
 *
 * @param computeSecondsPerByte that one processor takes for a byte of input
 * @param fixedSeconds that it takes whatever its input
 * @param overheadSeconds before it reads and after it has computed
 * @param coldSeconds that the first task on a host takes longer than those that follow it there
 */
public record LearnedTimes(
        double computeSecondsPerByte, double fixedSeconds, double overheadSeconds, double coldSeconds) {
    static final LearnedTimes NONE = new LearnedTimes(0, 0, 0, 0);
}

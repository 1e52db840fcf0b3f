// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

/**
 * What all tasks would take without a slow place, by their numbers in the schedule, in milliseconds.
 *
 * @param least what crossed the place takes as long as the rest did
 * @param most what crossed the place takes as long as the rest would if nobody were held up any more: see {@link Crowding}
 */
@SuppressWarnings("ArrayRecordComponent")
public record TaskTimes(double[] least, double[] most) {}

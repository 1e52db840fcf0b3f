// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * How much of the way from the baseline to the bound a contender came, over paired repetitions.
 *
 * @param bound the contender that knows what nobody can know, such as the traffic to come
 * @param n paired repetitions
 * @param share (baseline − contender) / (baseline − bound), of the means: 1 is as good as the bound, 0 as the baseline
 * @param low lower end of its one-sided 95 % confidence interval; null when n is too small, or when the bound is not clearly better
 *     than the baseline
 */
public record GapClosed(String metric, String contender, String bound, int n, double share, Double low) {}

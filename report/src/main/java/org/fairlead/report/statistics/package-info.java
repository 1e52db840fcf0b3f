// SPDX-License-Identifier: Apache-2.0
/**
 * How sure a figure is: one way for each design of a measurement, all with Student's t.
 *
 * <ul>
 *   <li>Values of one sample, such as seeds: their mean ({@link org.fairlead.report.statistics.SampleMoments}).
 *   <li>Pairs that met the same chances, such as repetitions: the geometric mean of their own ratios
 *       ({@link org.fairlead.report.statistics.Ratio#ofPairs}).
 *   <li>Two samples that have nothing in common: the ratio of their means
 *       ({@link org.fairlead.report.statistics.Ratio#ofSamples}).
 *   <li>Pairs of differences, which have no logarithm: the share that one is of the other
 *       ({@link org.fairlead.report.statistics.PairedShare}).
 * </ul>
 *
 * <p>How often each holds the truth is tested ({@code CoverageTest}) and reported in docs/report.md.
 */
package org.fairlead.report.statistics;

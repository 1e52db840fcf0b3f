// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

/**
 * What an application would have taken with a change, from its start to the end of its last stage.
 *
 * @param leastMillis the shortest that can be expected
 * @param mostMillis the longest that can be expected
 */
public record Prediction(Change change, double leastMillis, double mostMillis) {}

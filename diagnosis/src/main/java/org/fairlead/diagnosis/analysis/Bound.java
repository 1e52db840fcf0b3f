// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

/**
 * What an application would save at most, as shares of the time in which its jobs ran.
 *
 * @param measured by what the log measures alone; NaN where there is no difference to {@code atMost}
 * @param atMost with all that the log cannot tell apart from it
 */
public record Bound(Cause cause, double measured, double atMost) {}

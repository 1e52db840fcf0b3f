// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.whatif;

/**
 * What makes an interval most of its width.
 *
 * @param unknown what is not known
 * @param taskMillis task time that it is about: that may be saved and may not; 0 for {@link Unknown#CHANCE}
 * @param observing whether the plug-in, observing, would tell more
 */
public record Doubt(Unknown unknown, double taskMillis, boolean observing) {}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.results;

/**
 * A contender without a round that counts.
 *
 * @param contender its name, or that of the A/A pair
 * @param reason why, such as {@code processors busy: 86 %, above the limit of 75 %}
 */
public record NotMeasured(String contender, String reason) {}

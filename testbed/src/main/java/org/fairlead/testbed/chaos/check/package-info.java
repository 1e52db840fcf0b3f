// SPDX-License-Identifier: Apache-2.0
/**
 * Judges a run of {@code testbed chaos} by its history alone. Shares no code with what ran: nothing but the JDK and Jackson, so that a
 * mistake made there is not made here again.
 */
package org.fairlead.testbed.chaos.check;

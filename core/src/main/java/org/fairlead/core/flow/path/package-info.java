// SPDX-License-Identifier: Apache-2.0
/**
 * Which of the equal-cost paths a flow takes, at its arrival and, for Hedera, in rounds. {@link
 * org.fairlead.core.flow.path.PathSelectors} has them by name.
 */
package org.fairlead.core.flow.path;

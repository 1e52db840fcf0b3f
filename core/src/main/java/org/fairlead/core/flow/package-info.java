// SPDX-License-Identifier: Apache-2.0
/** How flows share links: rates as pure functions of a topology and the flows' paths. Rates are bytes per second. */
package org.fairlead.core.flow;

// SPDX-License-Identifier: Apache-2.0
/** What a host counts of itself: read from its kernel, and made into rates. */
package org.fairlead.protocol.counters;

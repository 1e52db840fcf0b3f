// SPDX-License-Identifier: Apache-2.0
/** Guaranteed rates in real networks: queues with a minimum rate on Linux hosts and switches, and what can be done where nobody may touch either. */
package org.fairlead.network.rate;

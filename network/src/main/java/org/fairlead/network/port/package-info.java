// SPDX-License-Identifier: Apache-2.0
/** Paths where nobody may touch the network: what a host learns of its own source ports by probes, the table that it leaves to programs of the host, and how these read it. */
package org.fairlead.network.port;

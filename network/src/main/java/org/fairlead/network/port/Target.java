// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.port;

/**
 * What source ports are learnt for.
 *
 * @param host by its index
 * @param at where connections to it go
 */
record Target(int host, PortFile.Destination at) {}

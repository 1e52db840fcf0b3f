// SPDX-License-Identifier: Apache-2.0
/** Paths by OpenFlow 1.3: the driver that has switches forward over all equal paths, and pin to one of them what a plan names. */
package org.fairlead.network.openflow;

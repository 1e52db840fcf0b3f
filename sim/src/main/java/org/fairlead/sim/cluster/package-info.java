// SPDX-License-Identifier: Apache-2.0
/** What a simulated cluster consists of: hosts with slots, processors and disks, its file system, its framework. */
package org.fairlead.sim.cluster;

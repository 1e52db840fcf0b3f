// SPDX-License-Identifier: Apache-2.0
/** Jobs on a simulated cluster: tasks, disks, blocks, heartbeats; decisions by the policies of core. */
package org.fairlead.sim.jobs;

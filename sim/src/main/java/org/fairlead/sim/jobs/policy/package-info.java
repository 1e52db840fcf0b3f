// SPDX-License-Identifier: Apache-2.0
/** Which policies decide in a simulated cluster, how a contender is named, and from which machines its blocks are read. */
package org.fairlead.sim.jobs.policy;

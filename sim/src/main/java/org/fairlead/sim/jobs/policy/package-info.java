// SPDX-License-Identifier: Apache-2.0
/** Which policies decide in a simulated cluster, and how a contender is named. */
package org.fairlead.sim.jobs.policy;

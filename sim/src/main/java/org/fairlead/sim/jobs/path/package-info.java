// SPDX-License-Identifier: Apache-2.0
/** By which of the equal-cost paths the transfers of a simulated cluster go, and who decides it. */
package org.fairlead.sim.jobs.path;

// SPDX-License-Identifier: Apache-2.0
/** Published experiments run again: their clusters and workloads, the published rules, ours and a bound, side by side. */
package org.fairlead.sim.experiment;

// SPDX-License-Identifier: Apache-2.0
/** Workloads made from what was published of real ones, and a seed. */
package org.fairlead.sim.workload.generated;

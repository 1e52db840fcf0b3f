// SPDX-License-Identifier: Apache-2.0
/** Spark's event logs as workloads. */
package org.fairlead.sim.workload.spark;

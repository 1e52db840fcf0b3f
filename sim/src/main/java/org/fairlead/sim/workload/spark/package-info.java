/** Spark's event logs as workloads. */
package org.fairlead.sim.workload.spark;

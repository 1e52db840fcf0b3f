/** SWIM's traces as workloads. */
package org.fairlead.sim.workload.swim;

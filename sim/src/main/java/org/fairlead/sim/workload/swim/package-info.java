// SPDX-License-Identifier: Apache-2.0
/** SWIM's traces as workloads. */
package org.fairlead.sim.workload.swim;

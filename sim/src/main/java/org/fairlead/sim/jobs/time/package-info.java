// SPDX-License-Identifier: Apache-2.0
/** Simulated time: as policies count it, when machines report and are slow, when planners work, and in which order what is due at one instant happens. */
package org.fairlead.sim.jobs.time;

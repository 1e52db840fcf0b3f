// SPDX-License-Identifier: Apache-2.0
/** Slots, processors, disks and the store for shuffles as what the engine shares out, and what uses them; what of them and of links is measured, and when policies see it. */
package org.fairlead.sim.jobs.machine;

// SPDX-License-Identifier: Apache-2.0
/** Input that is fetched ahead of its task: who asks for it, what is on the way and lies in memory, which of it is guaranteed a rate, what became of it. */
package org.fairlead.sim.jobs.prefetch;

// SPDX-License-Identifier: Apache-2.0
/** What became of a run's jobs, tasks, blocks and links, as values. */
package org.fairlead.sim.jobs.outcome;

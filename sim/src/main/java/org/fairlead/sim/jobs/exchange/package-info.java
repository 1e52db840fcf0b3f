// SPDX-License-Identifier: Apache-2.0
/** Shuffles that are exchanged by a plan of {@code core.shuffle}: what brings blocks to their places, in which order and in how much memory, and how tasks read them there. */
package org.fairlead.sim.jobs.exchange;

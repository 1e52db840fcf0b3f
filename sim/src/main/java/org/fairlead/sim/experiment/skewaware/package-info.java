// SPDX-License-Identifier: Apache-2.0
/** The published experiment of skew-aware exchanges: overflow in memory against overflow in a shared store. */
package org.fairlead.sim.experiment.skewaware;

// SPDX-License-Identifier: Apache-2.0
/** Sinbad's experiments run again: placements of blocks beside each other on its clusters. */
package org.fairlead.sim.experiment.sinbad;

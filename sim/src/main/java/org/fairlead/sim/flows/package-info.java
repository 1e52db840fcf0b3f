// SPDX-License-Identifier: Apache-2.0
/** Flows over a topology: what runs, over which paths, until when. */
package org.fairlead.sim.flows;

// SPDX-License-Identifier: Apache-2.0
/** Simulated time and shared resources: events in a fixed order, rates solved anew when what shares them changes. */
package org.fairlead.sim.engine;

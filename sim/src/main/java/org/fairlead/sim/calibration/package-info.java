// SPDX-License-Identifier: Apache-2.0
/** Numbers that the simulator cannot know by itself, as data with their origin, and how they are fitted to what was measured or published. */
package org.fairlead.sim.calibration;

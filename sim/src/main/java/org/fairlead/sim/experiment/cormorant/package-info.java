// SPDX-License-Identifier: Apache-2.0
/** Cormorant's experiment run again: tasks, replicas that are read and paths, under background traffic. */
package org.fairlead.sim.experiment.cormorant;

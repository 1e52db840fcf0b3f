// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.experiment.cormorant;

import org.fairlead.sim.experiment.ExperimentTable.Kind;

/**
 * @param policies a set of {@link org.fairlead.sim.jobs.policy.PolicySets}
 * @param traffic whether the background flows run
 * @param paperSeconds total of figure 6; NaN where the paper has none
 */
record CormorantContender(
        String name, Kind kind, String meaning, String policies, boolean traffic, double paperSeconds) {}

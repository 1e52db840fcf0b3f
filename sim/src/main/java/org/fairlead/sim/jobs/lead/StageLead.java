// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.lead;

/**
 * What tasks of a stage waited for before there was a slot.
 *
 * @param stage its number, which no other stage of the run has
 * @param known when its input was known: the job submitted, and the file written
 * @param readySeconds when what the job's start costs was over
 * @param submittedSeconds when the stage was submitted: its parents were done
 */
public record StageLead(long stage, InputKnown known, double readySeconds, double submittedSeconds) {
    double forParentsSeconds() {
        return submittedSeconds - Math.max(readySeconds, known.seconds());
    }
}

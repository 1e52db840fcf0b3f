// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * What a step needs.
 *
 * @param spark whether it needs Spark
 * @param applications names of the long-lived Spark applications that it runs on; empty is the name of that which has none
 * @param hosts where its clients or the writers of its input are; those that are named have to exist
 * @param input what is generated before the first round
 * @param bytesEach that each of its clients writes
 * @param bytesOfJobs that its jobs write, as far as anybody knows
 */
public record StepNeeds(
        boolean spark,
        Set<String> applications,
        HostChoice hosts,
        Optional<GeneratedInput> input,
        long bytesEach,
        long bytesOfJobs) {
    public StepNeeds {
        applications = Set.copyOf(applications);
    }

    /** HDFS clients alone. */
    public static StepNeeds clients(HostChoice hosts, long bytesEach) {
        return new StepNeeds(false, Set.of(), hosts, Optional.empty(), bytesEach, 0);
    }

    /** Jobs on Spark that read generated input. */
    public static StepNeeds jobs(Set<String> applications, GeneratedInput input, long bytesOfJobs) {
        return new StepNeeds(true, applications, input.writers(), Optional.of(input), 0, bytesOfJobs);
    }

    /** All that is written, before replication. */
    public long bytesWritten(List<String> dataNodes) {
        return bytesEach * hosts.choose(dataNodes, new Random(0)).size()
                + input.map(GeneratedInput::bytes).orElse(0L)
                + bytesOfJobs;
    }
}

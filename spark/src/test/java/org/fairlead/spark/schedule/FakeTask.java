// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.util.Arrays;
import java.util.Properties;
import org.apache.spark.JobArtifactSet;
import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.HostTaskLocation;
import org.apache.spark.scheduler.Task;
import org.apache.spark.scheduler.TaskLocation;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** A task that prefers hosts and is never run. */
final class FakeTask extends Task<Integer> {
    private static final long serialVersionUID = 1;

    private final transient Seq<TaskLocation> locations;

    FakeTask(int stage, int partition, int partitions, byte[] metrics, String... hosts) {
        super(
                stage,
                0,
                partition,
                partitions,
                JobArtifactSet.emptyJobArtifactSet(),
                new Properties(),
                metrics,
                Option.empty(),
                Option.empty(),
                Option.empty(),
                false);
        locations = CollectionConverters.asScala(Arrays.stream(hosts)
                        .map(host -> (TaskLocation) new HostTaskLocation(host))
                        .toList())
                .toSeq();
    }

    @Override
    public Integer runTask(TaskContext context) {
        return 0;
    }

    @Override
    public Seq<TaskLocation> preferredLocations() {
        return locations;
    }
}

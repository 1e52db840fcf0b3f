// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.time.Duration;
import java.util.List;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.process.JsonProcess;
import org.fairlead.testbed.workload.driver.DriverMain;
import org.fairlead.testbed.workload.driver.DriverReply;
import org.fairlead.testbed.workload.driver.DriverRequest;

/**
 * A driver of ours on the driver's host with one executor on every worker. It lives as long as the run, so that its code
 * is compiled and its executors are up when rounds are measured.
 */
public final class SparkApplication implements AutoCloseable {
    private final JsonProcess driver;

    private SparkApplication(JsonProcess driver) {
        this.driver = driver;
    }

    /** @param index which application of the run this is, from 0; names its log */
    public static SparkApplication start(SparkCluster cluster, Contender contender, HdfsCluster hdfs, int index) {
        return new SparkApplication(cluster.startDriver(contender, hdfs, index, DriverMain.class.getName()));
    }

    /** Waits until all executors are registered. */
    public SparkApplication awaitReady(Duration atMost) {
        driver.awaitReady(atMost);
        return this;
    }

    public DriverReply run(DriverRequest request, Duration atMost) {
        return driver.ask(request, DriverReply.class, atMost);
    }

    /**
     * Has what earlier jobs left in executors' memory removed, within a second or so. Spark would do so whenever the driver's heap is full: how full executors are, and how long they collect garbage, would hang on that.
     */
    void forgetEarlierJobs(Duration atMost) {
        driver.ask(new DriverRequest(List.of()), DriverReply.class, atMost);
    }

    /** Has it stop as an application does that is done, so that its logs are whole; by force what takes longer than that. */
    public void finish(Duration atMost) {
        driver.finish(atMost);
    }

    /** The driver's. */
    public List<ProcessHandle> processes() {
        return driver.processes();
    }

    @Override
    public void close() {
        driver.close();
    }
}

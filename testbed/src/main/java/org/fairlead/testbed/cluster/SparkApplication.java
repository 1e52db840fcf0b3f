package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
        ClusterSite site = cluster.site();
        Map<String, String> configuration = cluster.applicationConfiguration(contender, hdfs);
        String host = site.layout().driver();
        List<Path> own = List.of(TestbedClasses.location());
        List<String> command = cluster.driverJava(contender)
                .properties(configuration)
                .property("spark.app.name", "fairlead-" + index)
                .classpath(own)
                .main(
                        DriverMain.class.getName(),
                        List.of("" + site.layout().workers().size()));
        return new SparkApplication(JsonProcess.start(
                "Spark application " + index + " (" + contender.name() + ")",
                site.hosts().commandOn(host, command),
                cluster.environment(host),
                cluster.directory().resolve("logs/driver-" + index + ".log")));
    }

    /** Waits until all executors are registered. */
    public SparkApplication awaitReady(Duration atMost) {
        driver.awaitReady(atMost);
        return this;
    }

    public DriverReply run(DriverRequest request, Duration atMost) {
        return driver.ask(request, DriverReply.class, atMost);
    }

    public long pid() {
        return driver.pid();
    }

    @Override
    public void close() {
        driver.close();
    }
}

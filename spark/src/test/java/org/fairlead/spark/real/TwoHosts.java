// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.plugin.DriverSide;
import org.fairlead.spark.schedule.MeasuredPicture;
import scala.Option;

/** A standalone Spark whose two workers have an address each, so that Spark takes them for two hosts; their executors are processes. */
final class TwoHosts implements AutoCloseable {
    static final String FIRST = "127.0.0.1";
    static final String SECOND = "127.0.0.2";

    private static final int CORES = 2;
    private static final int MEBIBYTES = 1024;

    private final RpcEnv master;
    private final List<RpcEnv> workers = new ArrayList<>();

    TwoHosts() {
        this(Map.of());
    }

    /** @param settings of master and workers */
    TwoHosts(Map<String, String> settings) {
        SparkConf conf =
                new SparkConf(false).set("spark.master.rest.enabled", "false").set("spark.shuffle.service.port", "0");
        settings.forEach(conf::set);
        master = Master.startRpcEnvAndEndpoint(FIRST, 0, 0, conf)._1();
        for (String host : List.of(FIRST, SECOND)) {
            workers.add(Worker.startRpcEnvAndEndpoint(
                    host,
                    0,
                    0,
                    CORES,
                    MEBIBYTES,
                    new String[] {url()},
                    null,
                    Option.apply(workers.size() + 1),
                    conf,
                    Option.empty()));
        }
    }

    String url() {
        return "spark://" + master.address().hostPort();
    }

    @Override
    public void close() {
        workers.forEach(TwoHosts::end);
        end(master);
    }

    private static void end(RpcEnv env) {
        env.shutdown();
        env.awaitTermination();
    }

    /** The hosts' network, with one that no executor runs on. */
    static Topology topology() {
        Topology.Builder builder = new Topology.Builder("hosts").switchNode("e1");
        for (String host : List.of(FIRST, SECOND, LyingPlugin.OTHER_HOST)) {
            builder.host(host, "r1").cable(host, "e1", 125e6);
        }
        return builder.build();
    }

    /** Our plug-in, to which the hosts and their links are known and idle. */
    public static final class Known implements SparkPlugin {
        @Override
        public DriverPlugin driverPlugin() {
            return new DriverSide((context, settings) -> new MeasuredPicture(topology()), TimeSource.SYSTEM);
        }

        @Override
        public ExecutorPlugin executorPlugin() {
            return null;
        }
    }
}

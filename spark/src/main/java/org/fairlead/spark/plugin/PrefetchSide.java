// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.fairlead.protocol.application.PrefetchReport;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.PrefetchSettings;
import org.fairlead.spark.prefetch.object.ObjectStreams;
import org.fairlead.spark.prefetch.order.PrefetchEndpoint;
import org.fairlead.spark.prefetch.order.PrefetchOrders;
import org.fairlead.spark.prefetch.order.TaskInputs;
import org.fairlead.spark.read.PlacedFileSystem;
import org.fairlead.spark.schedule.Scheduling;
import org.fairlead.spark.schedule.counters.PrefetchOutcomes;
import org.fairlead.spark.schedule.options.SparkModes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a driver does for input that is fetched ahead: takes orders, and what executors tell. Where it cannot be, one line says why, and all else goes on. */
final class PrefetchSide implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PrefetchSide.class);
    private static final String USER = "prefetch-user";
    private static final String ACCESSORS = "dfs.client.replica.accessor.builder.classes";

    private final PrefetchSettings settings;
    private final Supplier<SparkModes> modes;
    private final PrefetchOrders orders;
    private final TaskInputs inputs;
    private final PrefetchEndpoint endpoint;
    private final String user;
    private final long memoryBytes;

    private PrefetchSide(
            SparkContext context, PrefetchSettings settings, Supplier<SparkModes> modes, long seed, TimeSource time) {
        this.settings = settings;
        this.modes = modes;
        user = context.sparkUser();
        memoryBytes = settings.memoryBytes(context.conf().getSizeAsBytes("spark.executor.memory", "1g"));
        orders = new PrefetchOrders(
                () -> new ModeInForce(modes.get().prefetch(), modes.get().canaryShare()), seed, time);
        inputs = new TaskInputs(orders, context.hadoopConfiguration(), time);
        endpoint = new PrefetchEndpoint(orders, inputs);
    }

    /**
     * Empty where nothing is fetched ahead.
     *
     * @param modes in force
     * @param seed by which a canary draws blocks
     */
    static Optional<PrefetchSide> start(
            SparkContext context, PrefetchSettings settings, Supplier<SparkModes> modes, long seed, TimeSource time) {
        if (settings.mode() == Mode.OFF) {
            return Optional.empty();
        }
        Optional<String> obstacle = obstacle(context);
        if (obstacle.isPresent()) {
            LOG.warn("Fairlead fetches no input ahead: {}", obstacle.get());
            return Optional.empty();
        }
        if (settings.objects()) {
            serveObjects(context.hadoopConfiguration());
        }
        PrefetchSide side = new PrefetchSide(context, settings, modes, seed, time);
        context.addSparkListener(new SparkListener() {
            @Override
            public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
                side.orders.left(removed.executorId());
            }
        });
        return Optional.of(side);
    }

    /** Where objects cannot be, one line says why, and blocks of HDFS are fetched all the same. */
    private static void serveObjects(Configuration tasks) {
        ClassLoader ours = PrefetchSide.class.getClassLoader();
        if (!ObjectSignatures.isThere(ours)) {
            LOG.info("Fairlead fetches no objects ahead: there is no S3A");
            return;
        }
        List<String> missing = ObjectSignatures.missing(ours);
        Optional<String> obstacle = missing.isEmpty()
                ? ObjectStreams.install(tasks, ObjectSignatures.sharesLoader(ours))
                : Optional.of("Hadoop's S3A lacks " + String.join(", ", missing));
        obstacle.ifPresent(why -> LOG.warn("Fairlead fetches no objects ahead: {}", why));
    }

    private static Optional<String> obstacle(SparkContext context) {
        List<String> missing = PrefetchSignatures.missing();
        if (!missing.isEmpty()) {
            return Optional.of("Hadoop or Spark lacks " + String.join(", ", missing));
        }
        Configuration tasks = context.hadoopConfiguration();
        String taken = tasks.get(ACCESSORS, "");
        if (!taken.isBlank()) {
            return Optional.of(ACCESSORS + " is set, and stays as it is: " + taken);
        }
        if (!PlacedFileSystem.isInstalled(tasks)) {
            return Optional.of("fs.hdfs.impl is set, and stays as it is: " + tasks.get("fs.hdfs.impl"));
        }
        return anotherUser(context.sparkUser());
    }

    /** Whether this thread is another user than the application's; why, in words. */
    static Optional<String> anotherUser(String application) {
        try {
            String now = UserGroupInformation.getCurrentUser().getShortUserName();
            return now.equals(application)
                    ? Optional.empty()
                    : Optional.of("this is user " + now + ", and the application's is " + application);
        } catch (IOException e) {
            return Optional.of("the user is not known: " + e.getMessage());
        }
    }

    /** Who is sent what an executor is to fetch. */
    PrefetchOrders orders() {
        return orders;
    }

    /** By which tasks' input is fetched. */
    Scheduling.PrefetchedInput input() {
        return new Scheduling.PrefetchedInput(inputs, memoryBytes);
    }

    /** What is sent to executors when they start. */
    Map<String, String> toExecutors() {
        Map<String, String> sent = new HashMap<>(settings.toExecutors());
        sent.put(USER, user);
        return sent;
    }

    /** As which user the application runs, as {@link #toExecutors} said. */
    static String user(Map<String, String> reported) {
        return reported.getOrDefault(USER, "");
    }

    /** Whether a message of an executor is about fetching ahead. */
    static boolean isForUs(Object message) {
        return PrefetchEndpoint.isForUs(message);
    }

    void receive(Object message) throws IOException {
        endpoint.receive(message);
    }

    /** What became of it all. */
    PrefetchReport report(PrefetchOutcomes outcomes) {
        return outcomes.report(
                modes.get().prefetch().label(),
                Map.of(
                        "fetched", orders.count(PrefetchCount.BYTES_FETCHED),
                        "read", orders.count(PrefetchCount.BYTES_READ),
                        "wasted", orders.count(PrefetchCount.BYTES_WASTED),
                        "unread", orders.count(PrefetchCount.BYTES_UNREAD),
                        "cancelled", orders.count(PrefetchCount.BYTES_CANCELLED)));
    }

    /** Registers what is counted with Spark's metrics. */
    void register(MetricRegistry registry) {
        for (Mode mode : Mode.values()) {
            Gauge<Integer> isIt = () -> modes.get().prefetch() == mode ? 1 : 0;
            registry.register("prefetch.mode." + mode.label(), isIt);
        }
        for (PrefetchOrders.Order order : PrefetchOrders.Order.values()) {
            Gauge<Long> count = () -> orders.count(order);
            registry.register("prefetch.orders." + order.name().toLowerCase(Locale.ROOT), count);
        }
        for (PrefetchCount what : PrefetchCount.values()) {
            Gauge<Long> count = () -> orders.count(what);
            registry.register("prefetch." + what.label(), count);
        }
    }

    @Override
    public void close() {
        LOG.info(
                "Fetched ahead: {} orders; of {} bytes that came {} were read, {} left memory unread",
                orders.count(PrefetchOrders.Order.GIVEN),
                orders.count(PrefetchCount.BYTES_FETCHED),
                orders.count(PrefetchCount.BYTES_READ),
                orders.count(PrefetchCount.BYTES_WASTED));
        inputs.close();
        orders.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.spark.SparkContext;
import org.apache.spark.deploy.LocalSparkCluster;
import org.apache.spark.resource.ResourceProfileManager;
import org.apache.spark.scheduler.ExternalClusterManager;
import org.apache.spark.scheduler.SchedulerBackend;
import org.apache.spark.scheduler.TaskScheduler;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.cluster.StandaloneSchedulerBackend;
import org.fairlead.spark.schedule.options.MasterUrl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Makes our task scheduler, and under it the backend that Spark would have made for the master that the user wrote. It answers to marked
 * URLs only ({@link MasterUrl}), and takes the mark away before anybody else reads it.
 */
public final class FairleadClusterManager implements ExternalClusterManager {
    private static final Logger LOG = LoggerFactory.getLogger(FairleadClusterManager.class);

    @Override
    public boolean canCreate(String masterUrl) {
        return MasterUrl.isMarked(masterUrl);
    }

    @Override
    public TaskScheduler createTaskScheduler(SparkContext context, String masterUrl) {
        MasterUrl master = MasterUrl.of(masterUrl);
        context.conf().set("spark.master", master.url());
        renewResourceProfiles(context);
        Optional<Scheduling> scheduling = SchedulingByApplication.of(context);
        try {
            if (scheduling.isPresent()) {
                TaskScheduler made = ours(context, master, scheduling.get());
                scheduling.get().served();
                return made;
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Fairlead is off, Spark runs as stock: no scheduler could be made: {}", e.toString());
            LOG.info("Why no scheduler could be made", e);
        }
        return stock(context, master);
    }

    private static TaskScheduler ours(SparkContext context, MasterUrl master, Scheduling scheduling) {
        return master.kind() == MasterUrl.Kind.YARN
                ? new FairleadYarnScheduler(context, scheduling, (TaskSchedulerImpl) stock(context, master))
                : new FairleadTaskScheduler(context, scheduling);
    }

    private static TaskScheduler stock(SparkContext context, MasterUrl master) {
        return master.kind() == MasterUrl.Kind.YARN
                ? builtIn(master).createTaskScheduler(context, master.url())
                : new TaskSchedulerImpl(context);
    }

    @Override
    public SchedulerBackend createSchedulerBackend(SparkContext context, String masterUrl, TaskScheduler scheduler) {
        MasterUrl master = MasterUrl.of(masterUrl);
        TaskSchedulerImpl made = (TaskSchedulerImpl) scheduler;
        return switch (master.kind()) {
            case STANDALONE -> new StandaloneSchedulerBackend(made, context, master.standaloneMasters());
            case LOCAL_CLUSTER -> localCluster(context, master.localCluster(), made);
            case YARN, OTHER -> builtIn(master).createSchedulerBackend(context, master.url(), scheduler);
        };
    }

    /** Worker processes of this machine have each other's disks at hand; stock forbids to make use of that, and so do we. */
    private static SchedulerBackend localCluster(
            SparkContext context, MasterUrl.LocalCluster size, TaskSchedulerImpl scheduler) {
        context.conf().setIfMissing("spark.shuffle.readHostLocalDisk", "false");
        LocalSparkCluster cluster =
                LocalSparkCluster.apply(size.workers(), size.cores(), size.memoryMebibytes(), context.conf());
        StandaloneSchedulerBackend backend = new StandaloneSchedulerBackend(scheduler, context, cluster.start());
        backend.shutdownCallback_$eq(new AbstractFunction1<>() {
            @Override
            public BoxedUnit apply(StandaloneSchedulerBackend ended) {
                cluster.stop();
                return BoxedUnit.UNIT;
            }
        });
        return backend;
    }

    private static ExternalClusterManager builtIn(MasterUrl master) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return ServiceLoader.load(ExternalClusterManager.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .filter(manager -> manager.canCreate(master.url()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no cluster manager serves " + master.url()));
    }

    @Override
    public void initialize(TaskScheduler scheduler, SchedulerBackend backend) {
        ((TaskSchedulerImpl) scheduler).initialize(backend);
    }

    /** From Spark 4.1 on the resource profiles were made while the URL bore our mark, and took us for a manager that supports none. */
    private static void renewResourceProfiles(SparkContext context) {
        try {
            Optional<Field> field = Arrays.stream(SparkContext.class.getDeclaredFields())
                    .filter(candidate -> candidate.getType() == ResourceProfileManager.class)
                    .findFirst();
            if (field.isPresent()) {
                field.get().setAccessible(true);
                field.get().set(context, new ResourceProfileManager(context.conf(), context.listenerBus()));
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            LOG.warn("Resource profiles other than the default one may not be had: {}", e.toString());
        }
    }
}

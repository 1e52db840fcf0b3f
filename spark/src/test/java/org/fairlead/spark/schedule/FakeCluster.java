// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.schedule;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskEndReason;
import org.apache.spark.TaskState;
import org.apache.spark.UnknownReason$;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.resource.ResourceProfile;
import org.apache.spark.scheduler.DAGScheduler;
import org.apache.spark.scheduler.DirectTaskResult;
import org.apache.spark.scheduler.SchedulerBackend;
import org.apache.spark.scheduler.Task;
import org.apache.spark.scheduler.TaskDescription;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.scheduler.TaskSet;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.status.api.v1.ThreadStackTrace;
import org.apache.spark.util.AccumulatorV2;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.cluster.ClusterPicture;
import org.fairlead.spark.schedule.options.PlanOptions;
import org.fairlead.spark.schedule.options.SparkModes;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/** A task scheduler of Spark's, ours or stock, that is offered slots of executors which do not exist. */
final class FakeCluster implements AutoCloseable {
    private static SparkContext shared;

    final TaskSchedulerImpl scheduler;
    final Optional<Scheduling> scheduling;
    final Revivals revivals = new Revivals();
    private final byte[] noMetrics;
    private final byte[] result;
    private final DAGScheduler stages;
    private int nextStage;

    /** A launch. */
    record Launched(long id, int task, String executor) {}

    private FakeCluster(TaskSchedulerImpl scheduler, Optional<Scheduling> scheduling) {
        this.scheduler = scheduler;
        this.scheduling = scheduling;
        noMetrics = bytes(SparkEnv.get().closureSerializer(), TaskMetrics.registered(), TaskMetrics.class);
        result = bytes(SparkEnv.get().serializer(), 0, Integer.class);
        scheduler.initialize(revivals);
        stages = new SilentStages(scheduler.sc(), scheduler);
    }

    private static <T> byte[] bytes(Serializer serializer, T value, Class<T> type) {
        ByteBuffer buffer = serializer.newInstance().serialize(value, ClassTag$.MODULE$.apply(type));
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    static synchronized SparkContext context() {
        if (shared == null || shared.isStopped()) {
            shared = new SparkContext(new SparkConf()
                    .setMaster("local[1]")
                    .setAppName("fake")
                    .set("spark.ui.enabled", "false")
                    .set("spark.driver.host", "127.0.0.1"));
        }
        return shared;
    }

    static FakeCluster stock() {
        return new FakeCluster(new TaskSchedulerImpl(context()), Optional.empty());
    }

    static FakeCluster ours(PlanOptions options, SparkModes modes, ClusterPicture picture) {
        Scheduling scheduling = new Scheduling(
                options, new ModeSwitch<>(modes, Optional.empty()), picture, Optional.empty(), TimeSource.SYSTEM);
        return new FakeCluster(new FairleadTaskScheduler(context(), scheduling), Optional.of(scheduling));
    }

    /** Submits a stage whose tasks prefer these hosts each. */
    TaskSetManager submit(String[]... hostsOfTasks) {
        return submit(new Properties(), hostsOfTasks);
    }

    TaskSetManager submit(Properties properties, String[]... hostsOfTasks) {
        int stage = nextStage++;
        Task<?>[] tasks = new Task<?>[hostsOfTasks.length];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new FakeTask(stage, i, tasks.length, noMetrics, hostsOfTasks[i]);
        }
        scheduler.submitTasks(new TaskSet(tasks, stage, 0, stage, properties, 0, Option.empty()));
        return scheduler.taskSetManagerForAttempt(stage, 0).get();
    }

    static WorkerOffer slot(String executor, String host, int cores) {
        return WorkerOffer.apply(
                executor,
                host,
                cores,
                Option.empty(),
                WorkerOffer.apply$default$5(),
                ResourceProfile.DEFAULT_RESOURCE_PROFILE_ID());
    }

    /** Offers slots, all that are free. */
    List<Launched> offer(WorkerOffer... offers) {
        return offer(List.of(offers));
    }

    List<Launched> offer(List<WorkerOffer> offers) {
        List<Launched> launched = new ArrayList<>();
        Seq<Seq<TaskDescription>> tasks =
                scheduler.resourceOffers(CollectionConverters.asScala(offers).toIndexedSeq(), true);
        for (Seq<TaskDescription> ofOne : CollectionConverters.asJava(tasks)) {
            for (TaskDescription task : CollectionConverters.asJava(ofOne)) {
                launched.add(new Launched(task.taskId(), task.index(), task.executorId()));
            }
        }
        return launched;
    }

    /** A task ended well. */
    void finish(TaskSetManager manager, long taskId) {
        scheduler.handleSuccessfulTask(
                manager,
                taskId,
                new DirectTaskResult<Integer>(
                        ByteBuffer.wrap(result),
                        CollectionConverters.asScala(List.<AccumulatorV2<?, ?>>of())
                                .toSeq(),
                        new long[0]));
    }

    void fail(TaskSetManager manager, long taskId) {
        scheduler.handleFailedTask(manager, taskId, TaskState.FAILED(), UnknownReason$.MODULE$);
    }

    @Override
    public void close() {
        scheduling.ifPresent(Scheduling::close);
        stages.stop(0);
    }

    /** Counts how often offers are asked for. */
    static final class Revivals implements SchedulerBackend {
        private final AtomicInteger count = new AtomicInteger();

        int count() {
            return count.get();
        }

        @Override
        public void reviveOffers() {
            count.incrementAndGet();
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public int defaultParallelism() {
            return 1;
        }

        @Override
        public Option<ThreadStackTrace> getTaskThreadDump(long taskId, String executorId) {
            return Option.empty();
        }

        @Override
        public int maxNumConcurrentTasks(ResourceProfile profile) {
            return 1;
        }

        @Override
        public String org$apache$spark$scheduler$SchedulerBackend$$appId() {
            return "fake";
        }

        @Override
        public void
                org$apache$spark$scheduler$SchedulerBackend$_setter_$org$apache$spark$scheduler$SchedulerBackend$$appId_$eq(
                        String ignored) {}
    }

    /** Stages that hear of tasks and do nothing. */
    private static final class SilentStages extends DAGScheduler {
        SilentStages(SparkContext context, TaskSchedulerImpl scheduler) {
            super(context, scheduler);
        }

        @Override
        public void taskStarted(Task<?> task, TaskInfo info) {}

        @Override
        public void taskEnded(
                Task<?> task,
                TaskEndReason reason,
                Object result,
                Seq<AccumulatorV2<?, ?>> updates,
                long[] peaks,
                TaskInfo info) {}

        @Override
        public void executorAdded(String executorId, String host) {}

        @Override
        public void taskSetFailed(TaskSet taskSet, String reason, Option<Throwable> cause) {}
    }
}

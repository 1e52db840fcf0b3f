// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.fairlead.spark.schedule.options.MasterUrl;

/**
 * Checks, before anything is changed, that this Spark has what the scheduler relies on and no public interface promises: constructors, methods
 * with their types, one field. An override that no longer overrides anything would be silent.
 */
final class Signatures {
    private static final String SCHEDULER = "org.apache.spark.scheduler.TaskSchedulerImpl";
    private static final String MANAGER = "org.apache.spark.scheduler.TaskSetManager";
    private static final String STANDALONE = "org.apache.spark.scheduler.cluster.StandaloneSchedulerBackend";
    private static final String LOCAL_CLUSTER = "org.apache.spark.deploy.LocalSparkCluster";

    private final List<String> missing = new ArrayList<>();
    private final ClassLoader loader = SparkContext.class.getClassLoader();

    private Signatures() {}

    /** @return what is not there, in words; nothing when all is as expected */
    static List<String> missing(MasterUrl master) {
        Signatures signatures = new Signatures();
        signatures.checkScheduler();
        signatures.checkManager();
        signatures.checkContext();
        switch (master.kind()) {
            case STANDALONE, LOCAL_CLUSTER -> signatures.checkStandalone();
            case YARN -> signatures.checkYarn();
            case OTHER -> {}
        }
        return signatures.missing;
    }

    private void checkScheduler() {
        constructor(SCHEDULER, SparkContext.class);
        method(SCHEDULER, MANAGER, "createTaskSetManager", "org.apache.spark.scheduler.TaskSet", int.class);
        method(
                SCHEDULER,
                "scala.collection.immutable.IndexedSeq",
                "shuffleOffers",
                "scala.collection.immutable.IndexedSeq");
        method(SCHEDULER, void.class, "executorLost", String.class, "org.apache.spark.scheduler.ExecutorLossReason");
        method(
                SCHEDULER,
                void.class,
                "executorDecommission",
                String.class,
                "org.apache.spark.scheduler.ExecutorDecommissionInfo");
        method(SCHEDULER, void.class, "initialize", "org.apache.spark.scheduler.SchedulerBackend");
        method(SCHEDULER, "scala.Option", "healthTrackerOpt");
        method(SCHEDULER, "scala.collection.mutable.HashMap", "executorIdToHost");
        method("org.apache.spark.scheduler.ExecutorExited", boolean.class, "exitCausedByApp");
        method(SCHEDULER, "scala.Option", "getExecutorDecommissionState", String.class);
        method(SCHEDULER, "org.apache.spark.scheduler.Pool", "rootPool");
        method(SCHEDULER, "org.apache.spark.scheduler.SchedulerBackend", "backend");
        method(SCHEDULER, "org.apache.spark.scheduler.DAGScheduler", "dagScheduler");
        method("org.apache.spark.scheduler.DAGScheduler", "scala.collection.mutable.HashMap", "stageIdToStage");
        method(
                "org.apache.spark.scheduler.DAGScheduler",
                void.class,
                "speculativeTaskSubmitted",
                "org.apache.spark.scheduler.Task",
                int.class);
        method(SCHEDULER, void.class, "stop", int.class);
        method(SCHEDULER, boolean.class, "killTaskAttempt", long.class, boolean.class, String.class);
        method("org.apache.spark.scheduler.Pool", int.class, "runningTasks");
        method("org.apache.spark.scheduler.WorkerOffer", String.class, "executorId");
        method("org.apache.spark.scheduler.WorkerOffer", String.class, "host");
        method("org.apache.spark.scheduler.WorkerOffer", int.class, "cores");
        method("org.apache.spark.scheduler.WorkerOffer", int.class, "resourceProfileId");
        method("org.apache.spark.scheduler.TaskSet", int.class, "resourceProfileId");
    }

    private void checkManager() {
        constructor(
                MANAGER,
                SCHEDULER,
                "org.apache.spark.scheduler.TaskSet",
                int.class,
                "scala.Option",
                "org.apache.spark.util.Clock");
        method(
                MANAGER,
                "scala.Option",
                "dequeueTaskHelper",
                String.class,
                String.class,
                "scala.Enumeration$Value",
                boolean.class);
        method(MANAGER, "scala.collection.mutable.ArrayBuffer", "getSortedTaskSetQueue");
        method(MANAGER, void.class, "recomputeLocality");
        method(MANAGER, void.class, "addRunningTask", long.class);
        method(MANAGER, void.class, "removeRunningTask", long.class);
        method(MANAGER, void.class, "addPendingTask", int.class, boolean.class, boolean.class);
        method(MANAGER, void.class, "markPartitionCompleted", int.class);
        method(MANAGER, void.class, "resetDelayScheduleTimer", "scala.Option");
        method(MANAGER, void.class, "localityWaits_$eq", long[].class);
        method(MANAGER, long[].class, "localityWaits");
        method(MANAGER, int[].class, "copiesRunning");
        method(MANAGER, scala.collection.immutable.List[].class, "taskAttempts");
        method(SCHEDULER, boolean.class, "isExecutorAlive", String.class);
        method(MANAGER, boolean[].class, "successful");
        method(MANAGER, boolean.class, "isZombie");
        method(MANAGER, "scala.Option", "taskSetExcludelistHelperOpt");
        method(MANAGER, "org.apache.spark.scheduler.PendingTasksByLocality", "pendingTasks");
        method(MANAGER, "scala.collection.mutable.HashMap", "taskInfos");
        method(MANAGER, "scala.collection.mutable.HashSet", "speculatableTasks");
        method(MANAGER, "scala.collection.mutable.HashSet", "runningTasksSet");
        method(MANAGER, "org.apache.spark.scheduler.PendingTasksByLocality", "pendingSpeculatableTasks");
        method("org.apache.spark.scheduler.PendingTasksByLocality", "scala.collection.mutable.ArrayBuffer", "all");
        method(MANAGER, int.class, "tasksSuccessful");
        method(MANAGER, int.class, "runningTasks");
        method(MANAGER, "org.apache.spark.scheduler.Pool", "parent");
        checkExclusion();
    }

    private void checkExclusion() {
        String ofStage = "org.apache.spark.scheduler.TaskSetExcludelist";
        method(ofStage, boolean.class, "isNodeExcludedForTask", String.class, int.class);
        method(ofStage, boolean.class, "isExecutorExcludedForTask", String.class, int.class);
        method(ofStage, boolean.class, "isNodeExcludedForTaskSet", String.class);
        method(ofStage, boolean.class, "isExecutorExcludedForTaskSet", String.class);
        method(ofStage, "scala.collection.mutable.HashMap", "execToFailures");
        method("org.apache.spark.scheduler.ExecutorFailuresInTaskSet", String.class, "node");
        String ofApplication = "org.apache.spark.scheduler.HealthTracker";
        method(ofApplication, boolean.class, "isExecutorExcluded", String.class);
        method(ofApplication, boolean.class, "isNodeExcluded", String.class);
        method(ofApplication, "scala.collection.mutable.HashMap", "executorIdToExcludedStatus");
        method(ofApplication, "scala.collection.mutable.HashMap", "nodeIdToExcludedExpiryTime");
    }

    private void checkContext() {
        method("org.apache.spark.MapOutputTrackerMaster", "scala.collection.concurrent.Map", "shuffleStatuses");
        method("org.apache.spark.MapOutputTrackerMaster", void.class, "removeOutputsOnHost", String.class);
        method("org.apache.spark.SparkEnv", "org.apache.spark.MapOutputTracker", "mapOutputTracker");
        method("org.apache.spark.ShuffleStatus", Object.class, "withMapStatuses", "scala.Function1");
        method("org.apache.spark.scheduler.MapStatus", long.class, "getSizeForBlock", int.class);
        method("org.apache.spark.SparkContext", "org.apache.spark.SparkEnv", "env");
        String blocks = "org.apache.spark.storage.BlockManager";
        String block = "org.apache.spark.storage.BlockId";
        method("org.apache.spark.SparkEnv", blocks, "blockManager");
        method(blocks, "scala.Option", "getStatus", block);
        method(blocks, blocks + "Master", "master");
        method(blocks + "Master", "scala.collection.immutable.Seq", "getLocations", block);
        method(blocks + "Master", void.class, "removeExecutorAsync", String.class);
        constructor("org.apache.spark.storage.BroadcastBlockId", long.class, String.class);
        constructor(
                "org.apache.spark.resource.ResourceProfileManager",
                SparkConf.class,
                "org.apache.spark.scheduler.LiveListenerBus");
    }

    private void checkStandalone() {
        constructor(STANDALONE, SCHEDULER, SparkContext.class, String[].class);
        method(STANDALONE, void.class, "shutdownCallback_$eq", "scala.Function1");
        method(LOCAL_CLUSTER, LOCAL_CLUSTER, "apply", int.class, int.class, int.class, SparkConf.class);
        method(LOCAL_CLUSTER, String[].class, "start");
        method(LOCAL_CLUSTER, void.class, "stop");
    }

    private void checkYarn() {
        method(SCHEDULER, "scala.collection.immutable.Seq", "getRacksForHosts", "scala.collection.immutable.Seq");
        method(SCHEDULER, "scala.Option", "defaultRackValue");
        method(SCHEDULER, void.class, "backend_$eq", "org.apache.spark.scheduler.SchedulerBackend");
        method(SCHEDULER, void.class, "postStartHook");
    }

    private void constructor(String owner, Object... parameters) {
        Class<?> type = type(owner);
        check(
                owner + "(" + names(parameters) + ")",
                () -> type != null && type.getDeclaredConstructor(types(parameters)) != null);
    }

    private void method(String owner, Object result, String name, Object... parameters) {
        Class<?> type = type(owner);
        check(
                owner + "." + name + "(" + names(parameters) + ")",
                () -> type != null
                        && type.getDeclaredMethod(name, types(parameters)).getReturnType() == typeOf(result));
    }

    private interface Look {
        boolean isThere() throws ReflectiveOperationException;
    }

    private void check(String text, Look look) {
        try {
            if (look.isThere()) {
                return;
            }
        } catch (ReflectiveOperationException | LinkageError e) {
            // Said below.
        }
        missing.add(text);
    }

    private Class<?>[] types(Object... parameters) {
        return Arrays.stream(parameters).map(this::typeOf).toArray(Class<?>[]::new);
    }

    private Class<?> typeOf(Object typeOrName) {
        return typeOrName instanceof Class<?> type ? type : type((String) typeOrName);
    }

    private Class<?> type(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static String names(Object... parameters) {
        return Arrays.stream(parameters)
                .map(parameter -> parameter instanceof Class<?> type ? type.getName() : (String) parameter)
                .collect(Collectors.joining(", "));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import java.util.List;
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

    private final SignatureCheck check = new SignatureCheck(SparkContext.class.getClassLoader());

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
        return signatures.check.missing();
    }

    private void checkScheduler() {
        check.constructor(SCHEDULER, SparkContext.class);
        check.method(SCHEDULER, MANAGER, "createTaskSetManager", "org.apache.spark.scheduler.TaskSet", int.class);
        check.method(
                SCHEDULER,
                "scala.collection.immutable.IndexedSeq",
                "shuffleOffers",
                "scala.collection.immutable.IndexedSeq");
        check.method(
                SCHEDULER, void.class, "executorLost", String.class, "org.apache.spark.scheduler.ExecutorLossReason");
        check.method(
                SCHEDULER,
                void.class,
                "executorDecommission",
                String.class,
                "org.apache.spark.scheduler.ExecutorDecommissionInfo");
        check.method(SCHEDULER, void.class, "initialize", "org.apache.spark.scheduler.SchedulerBackend");
        check.method(SCHEDULER, "scala.Option", "healthTrackerOpt");
        check.method(SCHEDULER, "scala.collection.mutable.HashMap", "executorIdToHost");
        check.method("org.apache.spark.scheduler.ExecutorExited", boolean.class, "exitCausedByApp");
        check.method(SCHEDULER, "scala.Option", "getExecutorDecommissionState", String.class);
        check.method(SCHEDULER, "org.apache.spark.scheduler.Pool", "rootPool");
        check.method(SCHEDULER, "org.apache.spark.scheduler.SchedulerBackend", "backend");
        check.method(SCHEDULER, "org.apache.spark.scheduler.DAGScheduler", "dagScheduler");
        check.method("org.apache.spark.scheduler.DAGScheduler", "scala.collection.mutable.HashMap", "stageIdToStage");
        check.method(
                "org.apache.spark.scheduler.DAGScheduler",
                void.class,
                "speculativeTaskSubmitted",
                "org.apache.spark.scheduler.Task",
                int.class);
        check.method(SCHEDULER, void.class, "stop", int.class);
        check.method(SCHEDULER, boolean.class, "killTaskAttempt", long.class, boolean.class, String.class);
        check.method("org.apache.spark.scheduler.Pool", int.class, "runningTasks");
        check.method("org.apache.spark.scheduler.WorkerOffer", String.class, "executorId");
        check.method("org.apache.spark.scheduler.WorkerOffer", String.class, "host");
        check.method("org.apache.spark.scheduler.WorkerOffer", int.class, "cores");
        check.method("org.apache.spark.scheduler.WorkerOffer", int.class, "resourceProfileId");
        check.method("org.apache.spark.scheduler.TaskSet", int.class, "resourceProfileId");
    }

    private void checkManager() {
        check.constructor(
                MANAGER,
                SCHEDULER,
                "org.apache.spark.scheduler.TaskSet",
                int.class,
                "scala.Option",
                "org.apache.spark.util.Clock");
        check.method(
                MANAGER,
                "scala.Option",
                "dequeueTaskHelper",
                String.class,
                String.class,
                "scala.Enumeration$Value",
                boolean.class);
        check.method(MANAGER, "scala.collection.mutable.ArrayBuffer", "getSortedTaskSetQueue");
        check.method(MANAGER, void.class, "recomputeLocality");
        check.method(MANAGER, void.class, "addRunningTask", long.class);
        check.method(MANAGER, void.class, "removeRunningTask", long.class);
        check.method(MANAGER, void.class, "addPendingTask", int.class, boolean.class, boolean.class);
        check.method(MANAGER, void.class, "markPartitionCompleted", int.class);
        check.method(MANAGER, void.class, "resetDelayScheduleTimer", "scala.Option");
        check.method(MANAGER, void.class, "localityWaits_$eq", long[].class);
        check.method(MANAGER, long[].class, "localityWaits");
        check.method(MANAGER, int[].class, "copiesRunning");
        check.method(MANAGER, scala.collection.immutable.List[].class, "taskAttempts");
        check.method(SCHEDULER, boolean.class, "isExecutorAlive", String.class);
        check.method(MANAGER, boolean[].class, "successful");
        check.method(MANAGER, boolean.class, "isZombie");
        check.method(MANAGER, "scala.Option", "taskSetExcludelistHelperOpt");
        check.method(MANAGER, "org.apache.spark.scheduler.PendingTasksByLocality", "pendingTasks");
        check.method(MANAGER, "scala.collection.mutable.HashMap", "taskInfos");
        check.method(MANAGER, "scala.collection.mutable.HashSet", "speculatableTasks");
        check.method(MANAGER, "scala.collection.mutable.HashSet", "runningTasksSet");
        check.method(MANAGER, "org.apache.spark.scheduler.PendingTasksByLocality", "pendingSpeculatableTasks");
        check.method(
                "org.apache.spark.scheduler.PendingTasksByLocality", "scala.collection.mutable.ArrayBuffer", "all");
        check.method(MANAGER, int.class, "tasksSuccessful");
        check.method(MANAGER, int.class, "runningTasks");
        check.method(MANAGER, "org.apache.spark.scheduler.Pool", "parent");
        checkExclusion();
    }

    private void checkExclusion() {
        String ofStage = "org.apache.spark.scheduler.TaskSetExcludelist";
        check.method(ofStage, boolean.class, "isNodeExcludedForTask", String.class, int.class);
        check.method(ofStage, boolean.class, "isExecutorExcludedForTask", String.class, int.class);
        check.method(ofStage, boolean.class, "isNodeExcludedForTaskSet", String.class);
        check.method(ofStage, boolean.class, "isExecutorExcludedForTaskSet", String.class);
        check.method(ofStage, "scala.collection.mutable.HashMap", "execToFailures");
        check.method("org.apache.spark.scheduler.ExecutorFailuresInTaskSet", String.class, "node");
        String ofApplication = "org.apache.spark.scheduler.HealthTracker";
        check.method(ofApplication, boolean.class, "isExecutorExcluded", String.class);
        check.method(ofApplication, boolean.class, "isNodeExcluded", String.class);
        check.method(ofApplication, "scala.collection.mutable.HashMap", "executorIdToExcludedStatus");
        check.method(ofApplication, "scala.collection.mutable.HashMap", "nodeIdToExcludedExpiryTime");
    }

    private void checkContext() {
        check.method("org.apache.spark.MapOutputTrackerMaster", "scala.collection.concurrent.Map", "shuffleStatuses");
        check.method("org.apache.spark.MapOutputTrackerMaster", void.class, "removeOutputsOnHost", String.class);
        check.method(
                "org.apache.spark.MapOutputTrackerMaster",
                "scala.collection.immutable.Seq",
                "getMapLocation",
                "org.apache.spark.ShuffleDependency",
                int.class,
                int.class);
        check.method("org.apache.spark.SparkEnv", "org.apache.spark.MapOutputTracker", "mapOutputTracker");
        check.method("org.apache.spark.ShuffleStatus", Object.class, "withMapStatuses", "scala.Function1");
        check.method("org.apache.spark.scheduler.MapStatus", long.class, "getSizeForBlock", int.class);
        check.method("org.apache.spark.SparkContext", "org.apache.spark.SparkEnv", "env");
        String blocks = "org.apache.spark.storage.BlockManager";
        String block = "org.apache.spark.storage.BlockId";
        check.method("org.apache.spark.SparkEnv", blocks, "blockManager");
        check.method(blocks, "scala.Option", "getStatus", block);
        check.method(blocks, blocks + "Master", "master");
        check.method(blocks + "Master", "scala.collection.immutable.Seq", "getLocations", block);
        check.method(blocks + "Master", void.class, "removeExecutorAsync", String.class);
        check.constructor("org.apache.spark.storage.BroadcastBlockId", long.class, String.class);
        check.constructor(
                "org.apache.spark.resource.ResourceProfileManager",
                SparkConf.class,
                "org.apache.spark.scheduler.LiveListenerBus");
    }

    private void checkStandalone() {
        check.constructor(STANDALONE, SCHEDULER, SparkContext.class, String[].class);
        check.method(STANDALONE, void.class, "shutdownCallback_$eq", "scala.Function1");
        check.method(LOCAL_CLUSTER, LOCAL_CLUSTER, "apply", int.class, int.class, int.class, SparkConf.class);
        check.method(LOCAL_CLUSTER, String[].class, "start");
        check.method(LOCAL_CLUSTER, void.class, "stop");
    }

    private void checkYarn() {
        check.method(SCHEDULER, "scala.collection.immutable.Seq", "getRacksForHosts", "scala.collection.immutable.Seq");
        check.method(SCHEDULER, "scala.Option", "defaultRackValue");
        check.method(SCHEDULER, void.class, "backend_$eq", "org.apache.spark.scheduler.SchedulerBackend");
        check.method(SCHEDULER, void.class, "postStartHook");
    }
}

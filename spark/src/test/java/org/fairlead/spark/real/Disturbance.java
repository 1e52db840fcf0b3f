// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import scala.jdk.javaapi.CollectionConverters;

/** What befalls a task, in its executor, before it goes on. */
interface Disturbance extends Serializable {
    Disturbance NONE = () -> {};

    void strike() throws Exception;

    /** Every third task fails at its first attempt. */
    static Disturbance firstAttemptsFail() {
        return () -> {
            if (TaskContext.get().attemptNumber() == 0 && TaskContext.getPartitionId() % 3 == 0) {
                throw new IllegalStateException("planted: a first attempt");
            }
        };
    }

    /** Nothing succeeds on an executor. */
    static Disturbance allFailOn(String executor) {
        return () -> {
            if (SparkEnv.get().executorId().equals(executor)) {
                throw new IllegalStateException("planted: executor " + executor);
            }
        };
    }

    /** One executor dies, the first that comes to the first task. */
    static Disturbance executorDies(Path once) {
        return executorDies(once, 0);
    }

    /** One executor dies, the first that comes to the task of a partition. */
    static Disturbance executorDies(Path once, int partition) {
        String marker = once.toString();
        return () -> {
            if (TaskContext.getPartitionId() == partition && isFirst(marker)) {
                Runtime.getRuntime().halt(1);
            }
        };
    }

    /** One executor stands still for a while, the first that comes to the task of a partition. */
    static Disturbance executorStandsStill(Path once, int partition, int seconds) {
        String marker = once.toString();
        return () -> {
            if (TaskContext.getPartitionId() == partition && isFirst(marker)) {
                long pid = ProcessHandle.current().pid();
                String stopped = "kill -STOP " + pid + "; sleep " + seconds + "; kill -CONT " + pid;
                new ProcessBuilder("sh", "-c", stopped).start();
            }
        };
    }

    private static boolean isFirst(String marker) throws IOException {
        try {
            Files.createFile(Path.of(marker));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** The first task's first attempt ends only when it is killed. */
    static Disturbance firstTaskHangs() {
        return () -> {
            if (TaskContext.getPartitionId() == 0 && TaskContext.get().attemptNumber() == 0) {
                new CountDownLatch(1).await(100, TimeUnit.SECONDS);
                throw new IllegalStateException("nobody tried another attempt");
            }
        };
    }

    /** Each task takes a while, until a file is there. */
    static Disturbance slowUntil(Path there) {
        String file = there.toString();
        return () -> {
            if (!Files.exists(Path.of(file))) {
                Thread.sleep(300);
            }
        };
    }

    /** An executor loses the map output that it has written, unseen by Spark, and tells its id. */
    static String mapOutputIsLost() throws Exception {
        SparkEnv env = SparkEnv.get();
        for (File file : CollectionConverters.asJava(
                env.blockManager().diskBlockManager().getAllFiles())) {
            if (file.getName().startsWith("shuffle_")) {
                Files.deleteIfExists(file.toPath());
            }
        }
        Thread.sleep(50); // so that others get one of these tasks, too
        return env.executorId();
    }
}

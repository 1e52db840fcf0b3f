// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.spark.FairleadPlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.protocol.application.TaskReads;
import org.fairlead.spark.SmallSpark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/** A real Spark with our plug-in observing, on two hosts, one of which sends no map output for a while. */
@Tag("long")
@Timeout(300)
class SlowSenderTest {
    private static final int KEYS = 20_000;
    private static final int PARTITIONS = 8;
    private static final long SILENT_MILLIS = 2000;

    @TempDir
    private Path directory;

    @Test
    void whomTasksWaitForIsSeenByName() throws Exception {
        try (TwoHosts hosts = new TwoHosts()) {
            SparkConf conf = SmallSpark.conf(hosts.url())
                    .set("spark.plugins", FairleadPlugin.class.getName())
                    .set("spark.executor.cores", "2")
                    .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                    .set("spark.fairlead.decisions.dir", directory.toString());
            try (JavaSparkContext spark = new JavaSparkContext(conf)) {
                fetchWhileOneIsSilent(spark);
                Thread.sleep(1000); // what the last tasks have read is on its way
            }
        }

        List<TaskReads> waited = tasks().stream()
                .filter(task -> task.host().equals(TwoHosts.FIRST))
                .filter(task -> task.sources().stream().anyMatch(SlowSenderTest::isOfTheSilentOne))
                .toList();
        assertThat(waited).isNotEmpty();
        assertThat(waited)
                .allSatisfy(task -> assertThat(task.sources())
                        .filteredOn(SlowSenderTest::isOfTheSilentOne)
                        .singleElement()
                        .satisfies(source -> {
                            assertThat(source.local()).isFalse();
                            assertThat(source.bytes()).isEqualTo(task.shuffleBytes());
                        }))
                .anySatisfy(task -> assertThat(task.sources())
                        .filteredOn(SlowSenderTest::isOfTheSilentOne)
                        .allSatisfy(source -> assertThat(source.waited()).isPositive()));
    }

    private static boolean isOfTheSilentOne(SourceReads source) {
        return source.kind().equals(SourceReads.SHUFFLE) && source.source().equals(TwoHosts.SECOND);
    }

    private static void fetchWhileOneIsSilent(JavaSparkContext spark) throws Exception {
        JavaPairRDD<Integer, Long> sums = spark.parallelize(
                        IntStream.range(0, KEYS).boxed().toList(), PARTITIONS)
                .mapToPair(number -> {
                    Thread.sleep(1); // so that both executors get some
                    return new Tuple2<>(number, (long) number);
                })
                .reduceByKey(Long::sum, PARTITIONS);
        assertThat(sums.count()).isEqualTo(KEYS);
        Map<String, Long> pids = pids(spark);
        assertThat(pids).containsKeys(TwoHosts.FIRST, TwoHosts.SECOND);
        CountDownLatch fetches = new CountDownLatch(1);
        spark.sc().addSparkListener(new SparkListener() {
            @Override
            public void onTaskStart(SparkListenerTaskStart start) {
                if (start.taskInfo().host().equals(TwoHosts.FIRST)) {
                    fetches.countDown();
                }
            }
        });
        signal("STOP", pids.get(TwoHosts.SECOND));
        try {
            JavaFutureAction<Long> again = sums.countAsync(); // its map stage is there already
            assertThat(fetches.await(60, TimeUnit.SECONDS)).isTrue();
            Thread.sleep(SILENT_MILLIS);
            signal("CONT", pids.get(TwoHosts.SECOND));
            assertThat(again.get(120, TimeUnit.SECONDS)).isEqualTo(KEYS);
        } finally {
            signal("CONT", pids.get(TwoHosts.SECOND));
        }
    }

    private static Map<String, Long> pids(JavaSparkContext spark) {
        return spark
                .parallelize(IntStream.range(0, 40).boxed().toList(), 40)
                .map(number -> {
                    Thread.sleep(50);
                    return new Tuple2<>(
                            SparkEnv.get().blockManager().blockManagerId().host(),
                            ProcessHandle.current().pid());
                })
                .collect()
                .stream()
                .collect(Collectors.toMap(Tuple2::_1, Tuple2::_2, (one, other) -> one));
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    private List<TaskReads> tasks() throws Exception {
        List<DecisionLine> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            DecisionsReader.read(
                    files.filter(each -> each.toString().endsWith(".jsonl"))
                            .findFirst()
                            .orElseThrow(),
                    lines::add);
        }
        return lines.stream()
                .filter(line -> line.reads() != null)
                .map(DecisionLine::reads)
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.fairlead.protocol.application.ApplicationReport;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.GroundsReport;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.application.StageReport;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Spark with its web UI: the tab, its JSON, metrics as Prometheus takes them, the file of decisions. */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SeeingTest {
    private static final String NASTY = "<script>alert('stage')</script>";
    private static final int LINES = 20_000;
    private static final int MOST_JOBS = 20;

    @TempDir
    private static Path directory;

    private static SparkSession spark;
    private static String ui;
    private static int reading;

    @BeforeAll
    static void runAJob() throws Exception {
        SparkConf conf = SmallSpark.conf(SmallSpark.MASTER)
                .setAppName(NASTY)
                .set("spark.plugins", SmallSpark.KnownCluster.class.getName())
                .set("spark.fairlead.mode", "enforce")
                .set("spark.fairlead.plan.always", "true")
                .set("spark.sql.files.maxPartitionBytes", "16k")
                .set("spark.sql.files.openCostInBytes", "1")
                .set(
                        "spark.fairlead.decisions.dir",
                        directory.resolve("decisions").toString())
                .set("spark.ui.enabled", "true")
                .set("spark.ui.port", "0")
                .set("spark.ui.prometheus.enabled", "true")
                .set("spark.metrics.namespace", "app")
                .set(
                        "spark.metrics.conf.*.sink.prometheusServlet.class",
                        "org.apache.spark.metrics.sink.PrometheusServlet")
                .set("spark.metrics.conf.*.sink.prometheusServlet.path", "/metrics/prometheus");
        spark = SmallSpark.session(conf);
        ui = spark.sparkContext().uiWebUrl().get();
        Path input = Files.createDirectory(directory.resolve("input"));
        Files.write(
                input.resolve("lines.txt"),
                IntStream.range(0, LINES).mapToObj(i -> "word" + i % 100).toList());
        spark.sparkContext().setCallSite(NASTY);
        // The first stages of a driver may run before there is a plan.
        for (int job = 1; job == 1 || (job <= MOST_JOBS && !ranAsPlanned(reading)); job++) {
            assertThat(spark.read()
                            .text(input.toString())
                            .groupBy("value")
                            .count()
                            .count())
                    .isEqualTo(100);
            spark.sparkContext().listenerBus().waitUntilEmpty();
            reading = lastThatRead();
        }
        spark.sql("select count(distinct id % 7) from range(1000)").collectAsList();
        spark.sparkContext().setJobDescription("the query of the month");
        spark.sql("select count(distinct id % 7) from range(1000)").collectAsList();
        spark.sparkContext().setJobDescription(null);
        spark.sparkContext().listenerBus().waitUntilEmpty();
    }

    private static int lastThatRead() throws Exception {
        return overview(0).stages().stream()
                .filter(stage -> stage.bytes().sum()
                        > stage.bytes().shuffleLocal() + stage.bytes().shuffleRemote())
                .mapToInt(StageReport::stage)
                .max()
                .orElseThrow();
    }

    private static boolean ranAsPlanned(int stage) throws Exception {
        return detail(stage).launches().stream()
                .anyMatch(launch -> launch.rule().equals("planned") && launch.grounds() != null);
    }

    @AfterAll
    static void stop() {
        if (spark != null) {
            spark.stop();
        }
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .send(HttpRequest.newBuilder(URI.create(ui + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static ApplicationReport overview(int last) throws Exception {
        byte[] json = get("/fairlead/json/?last=" + last).body().getBytes(StandardCharsets.UTF_8);
        return Encoding.JSON.read(json, ApplicationReport.class);
    }

    private static StageDetail detail(int stage) throws Exception {
        byte[] json = get("/fairlead/stage/json/?id=" + stage).body().getBytes(StandardCharsets.UTF_8);
        return Encoding.JSON.read(json, StageDetail.class);
    }

    @Test
    @Order(1)
    void theApplicationsReportCountsWhatRan() throws Exception {
        ApplicationReport report = overview(1000);

        assertThat(report.id()).isEqualTo(spark.sparkContext().applicationId());
        assertThat(report.mode()).isEqualTo("enforce");
        assertThat(report.policy()).isEqualTo("fairlead");
        assertThat(report.verdict().headline()).startsWith("Enforcing: ").contains("tasks");
        assertThat(report.verdict().saving().compared()).isPositive();
        assertThat(report.stages()).isNotEmpty().allSatisfy(stage -> {
            assertThat(stage.endedWell()).isEqualTo(stage.tasks());
            assertThat(stage.completedMillis()).isGreaterThanOrEqualTo(stage.submittedMillis());
            assertThat(stage.time().computing()).isPositive();
            assertThat(stage.time().total() - stage.time().thrownAway()).isCloseTo(stage.taskSeconds(), within(1e-6));
            long launched = stage.launches().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(launched).isEqualTo(stage.tasks());
            assertThat(stage.localities().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(stage.tasks());
        });
        assertThat(report.launches())
                .hasSize(report.stages().stream().mapToInt(StageReport::tasks).sum());
    }

    @Test
    @Order(2)
    void aStageIsCalledByItsJobsDescriptionOrItsQuerys() throws Exception {
        assertThat(overview(0).stages())
                .anySatisfy(stage -> assertThat(stage.name()).isEqualTo("the query of the month"))
                .noneSatisfy(stage -> assertThat(stage.name()).contains("Thread"));
    }

    @Test
    @Order(2)
    void aStagesReportHasItsDecisions() throws Exception {
        StageDetail detail = detail(reading);

        assertThat(detail.stage().name()).isEqualTo(NASTY);
        assertThat(detail.stage().bytes().sum()).isPositive();
        assertThat(detail.launches()).hasSize(detail.stage().tasks()).allSatisfy(launch -> {
            assertThat(launch.host()).isEqualTo("localhost");
            assertThat(launch.takenSeconds()).isNotNull();
            assertThat(launch.status()).isEqualTo("SUCCESS");
            assertThat(launch.bytes()).isPositive();
        });
        assertThat(detail.launches())
                .anySatisfy(launch -> assertThat(launch.rule()).isEqualTo("planned"));
        assertThat(detail.launches())
                .filteredOn(launch -> launch.rule().equals("planned") && launch.grounds() != null)
                .isNotEmpty()
                .allSatisfy(launch -> {
                    assertThat(launch.grounds().task()).isEqualTo(launch.task());
                    GroundsReport.Candidate here = launch.grounds().candidates().get(0);
                    assertThat(here.host()).isEqualTo("localhost");
                    assertThat(here.seconds()).isEqualTo(launch.expectedSeconds());
                    assertThat(here.limit()).isNotEmpty();
                    assertThat(launch.grounds().stock()).isNotNull();
                });
    }

    @Test
    @Order(3)
    void thePagesAreInSparksFrameAndEscapeWhatUsersName() throws Exception {
        for (String path : List.of("/fairlead/", "/fairlead/stage/?id=" + reading)) {
            HttpResponse<String> page = get(path);

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body())
                    .contains("navbar")
                    .contains("Fairlead")
                    .contains("&lt;script&gt;")
                    .doesNotContain(NASTY);
        }
        assertThat(get("/fairlead/stage/?id=" + reading).body())
                .contains("<svg")
                .contains("localhost")
                .contains("as planned");
        assertThat(get("/jobs/").body()).contains("/fairlead/");
    }

    @Test
    @Order(4)
    void whatIsNotThereIsSaidInAWord() throws Exception {
        assertThat(get("/fairlead/stage/?id=4711").statusCode()).isEqualTo(400);
        assertThat(get("/fairlead/stage/json/?id=b%3E").statusCode()).isEqualTo(400);
        assertThat(get("/fairlead/json/?last=-1").statusCode()).isEqualTo(400);
    }

    @Test
    @Order(5)
    void prometheusTakesTheMetricsByTheirNames() throws Exception {
        String metrics = get("/metrics/prometheus/").body();
        String prefix = "metrics_app_driver_plugin_io_fairlead_spark_FairleadPlugin_";
        String ours = SmallSpark.KnownCluster.class.getName().replaceAll("[^a-zA-Z0-9]", "_");
        for (String name : List.of(
                "offers_planned",
                "declines_sooner_elsewhere",
                "launches_planned",
                "bytes_local",
                "bytes_shuffle_remote",
                "slots_free_seconds",
                "mode_enforce",
                "canary_task_seconds_gain_low",
                "underLock_nanos_p99",
                "failures")) {
            String line = prefix.replace("io_fairlead_spark_FairleadPlugin", ours) + name + "_Value{type=\"gauges\"} ";
            assertThat(metrics).contains(line);
        }
        assertThat(metrics).containsPattern("predictions_compared_Value\\{type=\"gauges\"} [1-9]");
    }

    @Test
    @Order(6)
    void theFileOfDecisionsIsWholeWhenTheApplicationIsOver() {
        String id = spark.sparkContext().applicationId();
        spark.stop();
        spark = null;

        List<DecisionLine> lines = new ArrayList<>();
        DecisionsReader.read(directory.resolve("decisions").resolve(id + ".jsonl"), lines::add);

        assertThat(lines.get(0).application().name()).isEqualTo(NASTY);
        long stages = lines.stream().filter(line -> line.stage() != null).count();
        long launches = lines.stream().filter(line -> line.launch() != null).count();
        assertThat(stages).isPositive();
        assertThat(launches)
                .isEqualTo(lines.stream()
                        .filter(line -> line.stage() != null)
                        .mapToLong(line -> line.stage().endedWell())
                        .sum());
    }
}

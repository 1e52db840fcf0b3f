package org.fairlead.spark.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.apache.spark.SparkConf;
import org.apache.spark.scheduler.TaskSetManager;
import org.apache.spark.scheduler.WorkerOffer;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.application.StageDetail;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.PlantedFault;
import org.fairlead.spark.schedule.FakeCluster.Launched;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Our manager in Spark's own scheduler, which is offered places of executors that do not exist. */
class StageDecisionsTest {
    private static final Topology TREE =
            Topologies.tree(new Topology.Builder("tree"), 2, 3, 125e6, 2).build();
    private static final long LONGEST_NANOS = Duration.ofSeconds(20).toNanos();

    private final MeasuredPicture picture = new MeasuredPicture(TREE);
    private final List<FakeCluster> clusters = new ArrayList<>();
    private final List<String> set = new ArrayList<>();

    /** Not a calm cluster: stages wait for their first plan. */
    @BeforeEach
    void loadALinkThatNobodyNeeds() {
        picture.loaded(link -> link.from().name().equals("h6") ? 0.5 : 0);
    }

    @AfterAll
    static void stop() {
        FakeCluster.context().stop();
    }

    @AfterEach
    void close() {
        clusters.forEach(FakeCluster::close);
        set.forEach(FakeCluster.context().conf()::remove);
    }

    private static void settled(FakeCluster cluster) {
        cluster.scheduling.orElseThrow().journal().settle();
    }

    @Test
    void aTaskIsReadOverTheLinkThatHasRoom() {
        picture.loaded(link -> link.from().name().equals("h1") ? 0.99 : 0);
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));

        List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.place("1", "h3", 1));

        assertThat(launched).extracting(Launched::task).containsExactly(1);
        assertThat(figures(cluster).of(Figures.Outcome.PLANNED)).isEqualTo(1);
        settled(cluster);
        assertThat(picture.running()).containsExactly(launched.get(0).id());
        assertThat(recorded(cluster).launches()).singleElement().satisfies(launch -> {
            assertThat(launch.rule()).isEqualTo("planned");
            assertThat(launch.source()).isEqualTo("h2");
            assertThat(launch.distance()).isEqualTo("rack");
        });
    }

    @Test
    void whatEndedIsNoLongerCommitted() {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        TaskSetManager manager = cluster.submit(on("h1"), on("h2"));
        List<Launched> launched = offerUntilLaunched(cluster, FakeCluster.place("1", "h1", 1));

        cluster.finish(manager, launched.get(0).id());

        settled(cluster);
        assertThat(picture.running()).isEmpty();
        assertThat(cluster.scheduling.orElseThrow().running().all()).isEmpty();
    }

    @Test
    void allTasksAreLaunchedWhateverThePolicy() {
        for (String policy : List.of("fairlead", "cormorant", "status-aware", "stock-spark", "stock-hadoop")) {
            FakeCluster cluster = ours(options(policy), Mode.ENFORCE);
            cluster.submit(tasks(60));

            assertThat(launchAll(cluster, 60)).as(policy).hasSize(60).doesNotHaveDuplicates();
        }
    }

    @Test
    void whileObservingStockDecides() {
        FakeCluster cluster = ours(options("fairlead"), Mode.OBSERVE);

        assertThat(sequence(cluster, 40)).isEqualTo(sequence(stock(), 40));
        assertThat(recorded(cluster).launches()).isNotEmpty().allSatisfy(launch -> assertThat(launch.rule())
                .isEqualTo("observed"));
    }

    @Test
    void whileOffNothingIsPlanned() {
        FakeCluster cluster = ours(options("fairlead"), Mode.OFF);

        assertThat(sequence(cluster, 40)).isEqualTo(sequence(stock(), 40));
        assertThat(figures(cluster).plans()).isZero();
    }

    @Test
    void aCanaryEnforcesAShareOfTheStages() {
        FakeCluster cluster = ours(options("fairlead"), new Modes(Mode.CANARY, Map.of(), 0.5));
        for (int stage = 0; stage < 20; stage++) {
            cluster.submit(on("h1"));
            offerUntilLaunched(cluster, FakeCluster.place("1", "h1", 1));
        }

        assertThat(figures(cluster).of(Figures.Outcome.PLANNED)).isBetween(4L, 16L);
    }

    @Test
    void thePictureIsToldHowManyTasksHaveNotBegun() throws InterruptedException {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"), on("h3"));
        offerUntilLaunched(cluster, FakeCluster.place("1", "h1", 1));
        long end = System.nanoTime() + LONGEST_NANOS;
        while (picture.residual() != 2 && System.nanoTime() - end < 0) {
            Thread.sleep(5);
        }
        assertThat(picture.residual()).isEqualTo(2);
    }

    @Test
    void aPoolHasAModeOfItsOwn() {
        set("spark.scheduler.mode", "FAIR");
        FakeCluster cluster = ours(options("fairlead"), new Modes(Mode.ENFORCE, Map.of("quiet", Mode.OFF), 0.1));
        cluster.submit(pool("quiet"), on("h1"), on("h2"));

        assertThat(cluster.offer(FakeCluster.place("1", "h1", 1))).hasSize(1);
        assertThat(figures(cluster).of(Figures.Outcome.PLANNED)).isZero();
    }

    @Test
    void aPolicyThatThrowsLeavesTheStageToStock() {
        PlanOptions options = options("fairlead", PlantedFault.of("throw"), Duration.ofMillis(50));
        FakeCluster cluster = ours(options, Mode.ENFORCE);
        cluster.submit(tasks(60));

        assertThat(launchAll(cluster, 60)).hasSize(60);
        assertThat(figures(cluster).failures()).isPositive();
        assertThat(figures(cluster).of(Figures.Outcome.PLANNED)).isZero();
    }

    @Test
    void aPolicyThatHangsLeavesTheStageToStock() {
        PlanOptions options = options("fairlead", PlantedFault.of("hang"), Duration.ofMillis(50));
        FakeCluster cluster = ours(options, Mode.ENFORCE);
        cluster.submit(tasks(60));

        assertThat(launchAll(cluster, 60)).hasSize(60);
        assertThat(figures(cluster).of(Figures.Outcome.PLANNED)).isZero();
    }

    @Test
    void aNewStageWaitsForItsPlanOnlyIfThereIsSomethingToBeKeptAwayFrom() {
        PlanOptions hanging = options("fairlead", PlantedFault.of("hang"), Duration.ofMillis(200));
        FakeCluster loaded = ours(hanging, Mode.ENFORCE);
        loaded.submit(on("h1"), on("h2"));
        assertThat(loaded.offer(FakeCluster.place("1", "h1", 1))).isEmpty();

        picture.loaded(link -> 0);
        FakeCluster calm = ours(hanging, Mode.ENFORCE);
        awaitCalm(calm);
        calm.submit(on("h1"), on("h2"));
        assertThat(calm.offer(FakeCluster.place("1", "h1", 1))).hasSize(1);
    }

    @Test
    void onACalmClusterPlansCountOnceTheyAreMade() {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        awaitCalm(cluster);
        cluster.submit(on("h1"), on("h2"), on("h1"));
        assertThat(cluster.offer(FakeCluster.place("1", "h1", 1))).hasSize(1);
        awaitPlans(cluster, 1);
        offerUntilLaunched(cluster, FakeCluster.place("1", "h1", 1));

        assertThat(figures(cluster).of(Figures.Outcome.PLANNED)).isEqualTo(1);
    }

    @Test
    void onACalmClusterAPlaceBesideTheInputIsNotLeftFree() {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        awaitCalm(cluster);
        cluster.submit(new String[][] {{"h1", "h2"}});
        cluster.scheduling.orElseThrow().executors().offered("1", "h1", 1);
        awaitPlans(cluster, 1); // which has the only task for h1

        assertThat(cluster.offer(FakeCluster.place("2", "h2", 1))).hasSize(1);
    }

    @Test
    void onACalmClusterNoTaskGoesFarFromItsInputSoonerThanByStock() {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        awaitCalm(cluster);
        cluster.submit(on("h1"), on("h1"));
        assertThat(cluster.offer(FakeCluster.place("1", "h1", 1))).hasSize(1);

        long end = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (System.nanoTime() - end < 0) {
            assertThat(cluster.offer(FakeCluster.place("1", "h1", 0), FakeCluster.place("2", "h3", 1)))
                    .isEmpty();
        }
        assertThat(figures(cluster).plans()).isPositive();
        assertThat(cluster.offer(FakeCluster.place("1", "h1", 1))).hasSize(1);
    }

    @Test
    void aCalmClusterStaysCalmForASecondAfterItLastLookedSo() {
        picture.loaded(link -> 0);
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        awaitCalm(cluster);
        long begin = System.nanoTime();
        picture.loaded(link -> 0.9);
        Planner planner = cluster.scheduling.orElseThrow().planner();
        while (planner.isCalm() && System.nanoTime() - begin < LONGEST_NANOS) {
            Thread.onSpinWait();
        }

        assertThat(planner.isCalm()).isFalse();
        assertThat(System.nanoTime() - begin).isGreaterThan(800_000_000);
    }

    private static void awaitCalm(FakeCluster cluster) {
        Planner planner = cluster.scheduling.orElseThrow().planner();
        long end = System.nanoTime() + LONGEST_NANOS;
        while (!planner.isCalm() && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        assertThat(planner.isCalm()).isTrue();
    }

    @Test
    void withoutAPictureStockDecidesAtOnce() {
        picture.lost();
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"));

        assertThat(cluster.offer(FakeCluster.place("1", "h1", 1))).hasSize(1);
    }

    @Test
    void aPictureThatIsLostLeavesTheRestToStock() {
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        cluster.submit(tasks(60));
        List<Integer> launched = new ArrayList<>(launchAll(cluster, 10));
        picture.lost();
        launched.addAll(launchAll(cluster, 60 - launched.size()));

        assertThat(launched).hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void aRefusalEnds() {
        picture.loaded(link -> link.to().name().equals("h3") ? 0.9 : 0);
        FakeCluster cluster = ours(
                new PlanOptions(
                        "status-aware:receive",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(300),
                        false,
                        1,
                        PlantedFault.NONE),
                Mode.ENFORCE);
        cluster.submit(on("h1"), on("h2"), on("h1"), on("h2"));

        for (int i = 0; i < 4; i++) {
            assertThat(offerUntilLaunched(cluster, FakeCluster.place("1", "h3", 1)))
                    .hasSize(1);
        }
        assertThat(figures(cluster).of(Figures.Outcome.REFUSED)).isPositive();
        StageDetail recorded = recorded(cluster);
        assertThat(recorded.stage().refusals().get("receiver_busy"))
                .isEqualTo(figures(cluster).of(Figures.Outcome.REFUSED));
        assertThat(recorded.stage().freeSeconds()).isPositive();
        assertThat(recorded.refusals()).isNotEmpty().allSatisfy(refusal -> {
            assertThat(refusal.host()).isEqualTo("h3");
            assertThat(refusal.untilMillis()).isGreaterThanOrEqualTo(refusal.lastMillis());
        });
    }

    @Test
    void whatFailedOnAnExecutorIsNotTriedThereAgain() {
        set("spark.excludeOnFailure.enabled", "true");
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);
        TaskSetManager manager = cluster.submit(new String[][] {on("h1")});
        List<Launched> first =
                offerUntilLaunched(cluster, FakeCluster.place("1", "h1", 1), FakeCluster.place("2", "h2", 0));
        assertThat(first).extracting(Launched::executor).containsExactly("1");
        cluster.fail(manager, first.get(0).id());

        for (int i = 0; i < 20; i++) {
            assertThat(cluster.offer(FakeCluster.place("1", "h1", 1))).isEmpty();
        }
        assertThat(offerUntilLaunched(cluster, FakeCluster.place("2", "h2", 1)))
                .extracting(Launched::executor)
                .containsExactly("2");
    }

    @Test
    void fairPoolsShareAsInStock() {
        set("spark.scheduler.mode", "FAIR");
        Function<FakeCluster, List<Integer>> stages = cluster -> {
            TaskSetManager one = cluster.submit(pool("one"), tasks(20));
            TaskSetManager other = cluster.submit(pool("other"), tasks(20));
            cluster.scheduling.ifPresent(ours -> ours.executors().offered("1", "h1", 1));
            awaitPlans(cluster, 2);
            List<Integer> served = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int before = one.runningTasks();
                awaitPlans(cluster, i + 2);
                offerUntilLaunched(cluster, FakeCluster.place("1", "h1", 1));
                served.add(one.runningTasks() > before ? one.stageId() : other.stageId());
            }
            return served;
        };

        assertThat(stages.apply(ours(options("fairlead"), Mode.ENFORCE))).isEqualTo(stages.apply(stock()));
    }

    @Test
    void streamingQueriesHaveSparksOwnManagers() {
        Properties properties = new Properties();
        properties.setProperty("sql.streaming.queryId", "query");
        FakeCluster cluster = ours(options("fairlead"), Mode.ENFORCE);

        TaskSetManager streaming = cluster.submit(properties, on("h1"), on("h2"));
        TaskSetManager other = cluster.submit(on("h1"), on("h2"));

        assertThat(streaming).isNotInstanceOf(FairleadTaskSetManager.class);
        assertThat(other).isInstanceOf(FairleadTaskSetManager.class);
    }

    private static void awaitPlans(FakeCluster cluster, long count) {
        long end = System.nanoTime() + LONGEST_NANOS;
        while (cluster.scheduling.isPresent() && figures(cluster).plans() < count && System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private List<Integer> sequence(FakeCluster cluster, int tasks) {
        cluster.submit(tasks(tasks));
        List<Integer> launched = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            for (Launched one : cluster.offer(FakeCluster.place("1", "h1", 1))) {
                launched.add(one.task());
            }
        }
        return launched;
    }

    /** Offers places of all hosts until so many tasks are launched, again when the scheduler asks or a second has passed, as Spark does. */
    private static List<Integer> launchAll(FakeCluster cluster, int count) {
        List<Integer> launched = new ArrayList<>();
        WorkerOffer[] places = {
            FakeCluster.place("1", "h1", 1), FakeCluster.place("2", "h2", 1), FakeCluster.place("3", "h5", 1)
        };
        while (launched.size() < count) {
            for (Launched one : offerUntilLaunched(cluster, places)) {
                launched.add(one.task());
            }
        }
        return launched;
    }

    private static List<Launched> offerUntilLaunched(FakeCluster cluster, WorkerOffer... places) {
        long end = System.nanoTime() + LONGEST_NANOS;
        List<Launched> launched = cluster.offer(places);
        while (launched.isEmpty()) {
            assertThat(System.nanoTime()).as("something is launched in the end").isLessThan(end);
            int asked = cluster.revivals.count();
            long tick = System.nanoTime() + 1_000_000_000L;
            while (cluster.revivals.count() == asked && System.nanoTime() - tick < 0) {
                Thread.onSpinWait();
            }
            launched = cluster.offer(places);
        }
        return launched;
    }

    private FakeCluster stock() {
        FakeCluster cluster = FakeCluster.stock();
        clusters.add(cluster);
        return cluster;
    }

    private FakeCluster ours(PlanOptions options, Mode mode) {
        return ours(options, Modes.of(mode));
    }

    private FakeCluster ours(PlanOptions options, Modes modes) {
        FakeCluster cluster = FakeCluster.ours(options, modes, picture);
        clusters.add(cluster);
        return cluster;
    }

    private void set(String key, String value) {
        SparkConf conf = FakeCluster.context().conf();
        conf.set(key, value);
        set.add(key);
    }

    private static StageDetail recorded(FakeCluster cluster) {
        return cluster.scheduling.orElseThrow().records().detail("fake", 0, 0).orElseThrow();
    }

    private static Figures figures(FakeCluster cluster) {
        return cluster.scheduling.orElseThrow().figures();
    }

    private static PlanOptions options(String policy) {
        return options(policy, PlantedFault.NONE, Duration.ofSeconds(10));
    }

    private static PlanOptions options(String policy, PlantedFault fault, Duration wait) {
        return new PlanOptions(policy, wait, Duration.ofSeconds(1), Duration.ofSeconds(60), false, 1, fault);
    }

    private static Properties pool(String name) {
        Properties properties = new Properties();
        properties.setProperty("spark.scheduler.pool", name);
        return properties;
    }

    private static String[] on(String... hosts) {
        return hosts;
    }

    private static String[][] tasks(int count) {
        String[] names = {"h1", "h2", "h3", "h4", "h5", "h6"};
        String[][] hosts = new String[count][];
        Arrays.setAll(hosts, task -> on(names[task % 6], names[(task / 6 + 3) % 6]));
        return hosts;
    }
}

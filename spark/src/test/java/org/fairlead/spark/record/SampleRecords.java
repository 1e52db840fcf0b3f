// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.record;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality;
import org.fairlead.core.plan.PlanExplanation;
import org.fairlead.core.task.Choice;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.core.view.LinkLoads;
import org.fairlead.core.view.Origin;
import org.fairlead.protocol.application.TaskTime;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;

/** Records of an application that never ran: twelve hosts, a hundred canary stages, one stage with declines under load. */
public final class SampleRecords {
    private static final long SECOND = 1_000_000_000L;
    private static final int HOSTS = 12;
    private static final int TASKS = 160;
    private static final List<Distance> DISTANCES = List.of(Distance.values());

    private SampleRecords() {}

    public static Records busy() {
        Records records = new Records(new LaunchJournal(), TimeSource.SYSTEM);
        Random random = new Random(1);
        for (int stage = 0; stage < 100; stage++) {
            canaryStage(records, stage, random);
        }
        busyStage(records, 100, random);
        links(records);
        return records;
    }

    private static void canaryStage(Records records, int number, Random random) {
        boolean ours = random.nextBoolean();
        StageRecorder recorder = records.recorder(number, 0);
        recorder.round("etl", Mode.CANARY, 0.5, ours, ours);
        StageRecord stage = records.stage(number, 0);
        stage.submitted(
                "map at <Query" + number % 22 + ">.scala:12", 4, System.currentTimeMillis() - 200_000 + number * 1000L);
        for (int task = 0; task < 4; task++) {
            long id = number * 4L + task;
            double seconds = (ours ? 1.6 : 2) * (0.5 + random.nextDouble());
            launch(
                    recorder,
                    id,
                    task,
                    "h" + (task + 1),
                    stage.submittedMillis(),
                    ours ? Rule.PLANNED : Rule.NOT_DRAWN,
                    placing(random, task, seconds));
            records.ended(
                    stage,
                    id,
                    new TaskEnd(
                            seconds,
                            stage.submittedMillis() + 400,
                            time(seconds),
                            true,
                            "SUCCESS",
                            64_000_000,
                            3_000_000,
                            9_000_000));
        }
        stage.completed(stage.submittedMillis() + 3500);
        records.completed(stage, true);
    }

    private static TaskTime time(double seconds) {
        return TaskTime.of(seconds, 0.95 * seconds, 0.5 * seconds, 0.03 * seconds, 0.2 * seconds, 0.04 * seconds);
    }

    private static TaskPlacement placing(Random random, int task, double seconds) {
        Distance distance = DISTANCES.get(random.nextInt(DISTANCES.size()));
        String source =
                distance == Distance.SHUFFLE || distance == Distance.UNKNOWN ? "" : "h" + (1 + random.nextInt(HOSTS));
        double expected = seconds * (0.8 + 0.4 * random.nextDouble());
        return new TaskPlacement(source, distance, 128e6, expected, "", grounds(random, task, source, expected));
    }

    private static PlanExplanation grounds(Random random, int task, String source, double expected) {
        return new PlanExplanation(
                task,
                List.of(
                        new PlanExplanation.Candidate(
                                "here", source, 0, expected, "link e1->h" + (1 + random.nextInt(HOSTS))),
                        new PlanExplanation.Candidate("h3", "h3", 3, expected, "disk of h3")),
                Optional.of(new PlanExplanation.Stock(
                        random.nextBoolean() ? task : task + 1, "rack", expected * (0.9 + random.nextDouble()))));
    }

    private static PlanExplanation waits(Random random, int task, String host) {
        return new PlanExplanation(
                task,
                List.of(
                        new PlanExplanation.Candidate(host, "h9", 0, 9 + random.nextDouble(), "link e3->" + host),
                        new PlanExplanation.Candidate("h4", "h4", 2.1, 3.1, "computing")),
                Optional.of(new PlanExplanation.Stock(task, "any", 9.5)));
    }

    private static void launch(
            StageRecorder recorder, long id, int task, String host, long millis, Rule rule, TaskPlacement placing) {
        TaskInfo info =
                new TaskInfo(id, task, 0, task, millis, host.substring(1), host, TaskLocality.NODE_LOCAL(), false);
        recorder.taken(info.executorId(), millis * 1_000_000);
        recorder.launched(info, rule, placing);
        if (rule == Rule.PLANNED) {
            recorder.comparedAsPlanned(placing.grounds());
        }
    }

    private static void busyStage(Records records, int number, Random random) {
        StageRecorder recorder = records.recorder(number, 0);
        recorder.round("etl", Mode.CANARY, 0.5, true, true);
        StageRecord stage = records.stage(number, 0);
        long start = System.currentTimeMillis() - 60_000;
        stage.submitted("count at Query<b>9</b>.scala:77", TASKS + 10, start);
        double[] free = new double[2 * HOSTS];
        for (int task = 0; task < TASKS; task++) {
            int slot = 0;
            for (int other = 1; other < free.length; other++) {
                slot = free[other] < free[slot] ? other : slot;
            }
            double seconds = 2 + 6 * random.nextDouble();
            double wait = random.nextInt(8) == 0 ? 3 * random.nextDouble() : 0.05;
            String host = "h" + (1 + slot / 2);
            if (wait > 0.1) {
                DeclineCause cause = DeclineCause.of(
                        random.nextBoolean() ? Choice.Cause.SOONER_ELSEWHERE : Choice.Cause.RECEIVER_BUSY);
                for (double at = 0; at < wait; at += 0.25) {
                    long nanos = (long) ((free[slot] + at) * 1e9);
                    recorder.declined(
                            host.substring(1), host, cause, waits(random, task, host), 1, nanos, nanos + SECOND);
                }
            }
            free[slot] += wait;
            long id = number * 4L + task;
            long launched = start + (long) (free[slot] * 1000);
            launch(
                    recorder,
                    id,
                    task,
                    host,
                    launched,
                    random.nextInt(6) == 0 ? Rule.NEAR : Rule.PLANNED,
                    placing(random, task, seconds));
            records.stage(number, 0).started("NODE_LOCAL");
            free[slot] += seconds;
            if (launched + seconds * 1000 < System.currentTimeMillis()) {
                boolean well = random.nextInt(40) > 0;
                records.ended(
                        stage,
                        id,
                        new TaskEnd(
                                seconds,
                                launched,
                                well ? time(seconds) : TaskTime.ofThrownAway(seconds),
                                well,
                                well ? "SUCCESS" : "FAILED",
                                128_000_000,
                                0,
                                0));
            }
        }
    }

    private static void links(Records records) {
        Topology tree =
                Topologies.tree(new Topology.Builder("tree"), 3, 4, 125e6, 2).build();
        LinkLoads loads = new LinkLoads(tree, SECOND);
        for (int second = 0; second < 62; second++) {
            for (Link link : tree.links()) {
                double share = Math.max(
                        0, Math.min(1, 0.5 + 0.5 * Math.sin(second / 6.0 + link.index()) - link.index() * 0.02));
                loads.measured(link.index(), share * link.bytesPerSecond(), (second + 1) * SECOND, Origin.SWITCH);
            }
            records.links()
                    .sample(
                            loads.view((second + 1) * SECOND),
                            (second + 1) * SECOND,
                            System.currentTimeMillis() - 62_000 + second * 1000L);
        }
    }
}

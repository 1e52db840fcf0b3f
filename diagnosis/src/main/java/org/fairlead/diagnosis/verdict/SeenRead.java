// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.replay.Schedule;
import org.fairlead.diagnosis.sources.ObservedReads;
import org.fairlead.diagnosis.sources.TaskWaits;
import org.fairlead.diagnosis.stragglers.BytesLine;
import org.fairlead.protocol.application.SourceReads;

/**
 * What one task was given by one source, and for how long it waited for that beside what as many bytes take in its stage.
 *
 * @param task its number in the schedule
 * @param stored whether it was of HDFS; else map output
 * @param source the host that gave
 * @param reader the host of the task
 * @param local whether it came from the reader's own host
 * @param seconds that the task waited
 * @param expected for as many bytes, in seconds
 * @param score the logarithm of both's ratio, where what no task would notice counts little
 */
record SeenRead(
        int task,
        boolean stored,
        String source,
        String reader,
        boolean local,
        double seconds,
        double expected,
        double score)
        implements Contrast.Scored {
    private static final double LEAST_SECONDS = 1e-6;

    /** Only these are compared with each other. */
    private record Sample(int stage, String kind, boolean local) {}

    private record Raw(int task, TaskWaits.Wait waited) {}

    /** By stage, kind and whether from the reader's own host. First tasks of slots are left out: they warm up. What attempts were given that were overtaken counts where it was seen. */
    static List<List<SeenRead>> samples(Schedule schedule, ObservedReads reads) {
        Map<Sample, List<Raw>> raw = new LinkedHashMap<>();
        for (int i = 0; i < schedule.size(); i++) {
            Task task = schedule.task(i);
            if (schedule.opensSlot(i) || !isCounted(schedule, i, reads)) {
                continue;
            }
            StageLog stage = schedule.application().stages().get(schedule.stage(i));
            for (TaskWaits.Wait wait : reads.waits()
                    .of(
                            stage.id(),
                            stage.attempt(),
                            task.partition(),
                            task.times().run() / 1000.0)) {
                String kind = wait.source().kind();
                boolean named = !wait.source().host().isEmpty() && wait.bytes() > 0;
                if (named && (kind.equals(SourceReads.HDFS) || kind.equals(SourceReads.SHUFFLE))) {
                    raw.computeIfAbsent(new Sample(schedule.stage(i), kind, wait.local()), unused -> new ArrayList<>())
                            .add(new Raw(i, wait));
                }
            }
        }
        List<List<SeenRead>> samples = new ArrayList<>();
        raw.forEach((sample, each) -> samples.add(scored(schedule, sample, each)));
        return samples;
    }

    private static boolean isCounted(Schedule schedule, int number, ObservedReads reads) {
        return switch (schedule.task(number).outcome()) {
            case ENDED_WELL -> true;
            case OVERTAKEN -> Overtaken.isSeen(schedule, number, reads);
            case THROWN_AWAY -> false;
        };
    }

    private static List<SeenRead> scored(Schedule schedule, Sample sample, List<Raw> raw) {
        double[] bytes = raw.stream().mapToDouble(each -> each.waited.bytes()).toArray();
        double[] seconds =
                raw.stream().mapToDouble(each -> each.waited.seconds()).toArray();
        BytesLine line = new BytesLine(bytes, seconds, LEAST_SECONDS);
        double unnoticed = Unnoticed.seconds(
                raw.stream().map(each -> schedule.task(each.task)).toList());
        List<SeenRead> reads = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            double expected = line.expected(bytes[i]);
            TaskWaits.Wait wait = raw.get(i).waited;
            reads.add(new SeenRead(
                    raw.get(i).task,
                    sample.kind.equals(SourceReads.HDFS),
                    wait.source().host(),
                    schedule.host(raw.get(i).task),
                    sample.local,
                    seconds[i],
                    expected,
                    Math.log((seconds[i] + unnoticed) / (expected + unnoticed))));
        }
        return reads;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.TaskTimes;

/**
 * Where the task time of a job went under a contender: means over the repetitions with a round that counts, in seconds.
 *
 * @param n repetitions
 * @param seconds that the job took
 * @param mapComputing processor time of maps
 * @param mapWrite blocked on writing the shuffle
 * @param mapOther all else of maps: reading, starting, waiting for a processor
 * @param fetchWait of reduces, with nothing to work on
 * @param sort of reduces, of their processor time
 * @param reduceComputing the rest of their processor time
 * @param reduceOther all else of reduces: starting, spilling, waiting for a processor
 * @param spilledBytes to disk
 * @param hottest seconds of the reduce with most to read
 * @param bound seconds that its bytes from elsewhere take at least
 */
record MeanTaskTimes(
        String subject,
        String contender,
        int n,
        double seconds,
        double mapComputing,
        double mapWrite,
        double mapOther,
        double fetchWait,
        double sort,
        double reduceComputing,
        double reduceOther,
        double spilledBytes,
        double hottest,
        double bound) {
    private static final String COMPUTING = "computing";
    private static final String WRITE = "shuffle_write";
    private static final String WAIT = "fetch_wait";

    /** By subject in the order in which they ran, then in the order of the contenders. */
    static List<MeanTaskTimes> of(List<RoundRecord> rounds, List<String> contenders) {
        Map<String, Map<String, List<TaskTimes>>> bySubject = new LinkedHashMap<>();
        for (RoundRecord round : RoundMeasurements.lastCounted(rounds)) {
            for (TaskTimes times : round.taskTimes()) {
                bySubject
                        .computeIfAbsent(times.subject(), subject -> new LinkedHashMap<>())
                        .computeIfAbsent(round.contender(), contender -> new ArrayList<>())
                        .add(times);
            }
        }
        List<MeanTaskTimes> means = new ArrayList<>();
        bySubject.forEach((subject, byContender) -> contenders.stream()
                .filter(byContender::containsKey)
                .forEach(contender -> means.add(mean(subject, contender, byContender.get(contender)))));
        return List.copyOf(means);
    }

    private static MeanTaskTimes mean(String subject, String contender, List<TaskTimes> all) {
        double mapComputing = mean(all, times -> part(times.map(), COMPUTING));
        double mapWrite = mean(all, times -> part(times.map(), WRITE));
        double wait = mean(all, times -> part(times.reduce(), WAIT));
        double computing = mean(all, times -> part(times.reduce(), COMPUTING));
        double sort = Math.min(computing, mean(all, TaskTimes::sortSeconds));
        return new MeanTaskTimes(
                subject,
                contender,
                all.size(),
                mean(all, TaskTimes::seconds),
                mapComputing,
                mapWrite,
                rest(mean(all, times -> total(times.map())), mapComputing + mapWrite),
                wait,
                sort,
                computing - sort,
                rest(mean(all, times -> total(times.reduce())), wait + computing),
                mean(all, TaskTimes::spilledBytes),
                mean(all, times -> times.hottest().seconds()),
                mean(all, times -> times.hottest().boundSeconds()));
    }

    private static double part(Map<String, Double> parts, String part) {
        return parts.getOrDefault(part, 0.0);
    }

    private static double total(Map<String, Double> parts) {
        return parts.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** What rounding makes less than nothing is nothing. */
    private static double rest(double all, double told) {
        return Math.max(0, all - told);
    }

    private static double mean(List<TaskTimes> all, ToDoubleFunction<TaskTimes> value) {
        return all.stream().mapToDouble(value).average().orElse(0);
    }

    /** By how much the hottest reduce took longer than its bound, as a share of its time: what is to be won at most by other ways of its bytes. */
    double shareAboveBound() {
        return hottest > 0 ? (hottest - bound) / hottest : 0;
    }
}

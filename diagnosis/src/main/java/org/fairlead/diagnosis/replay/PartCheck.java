// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.diagnosis.log.ApplicationLog;
import org.fairlead.diagnosis.log.JobLog;
import org.fairlead.diagnosis.log.StageLog;

/**
 * A stage or a job again as it was, beside what its log says: from its submission to its end, of a job from that of the first of its stages to that of the last.
 *
 * @param label a stage's as {@code 3} or {@code 3.1}, a job's number
 * @param name a stage's; empty for a job
 * @param tasks attempts that ended
 * @param simulatedMillis NaN where the application was not simulated
 */
public record PartCheck(
        String label, String name, long tasks, double loggedMillis, double replayedMillis, double simulatedMillis) {
    /**
     * When each stage was submitted and ended, by its place, in milliseconds since the application's start.
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Times(double[] submitted, double[] ended) {
        double millis(int stage) {
            return ended[stage] - submitted[stage];
        }
    }

    /** In the order of the log. */
    public static List<PartCheck> stages(Schedule schedule, Times replayed, Optional<Times> simulated) {
        List<PartCheck> checks = new ArrayList<>();
        List<StageLog> stages = schedule.application().stages();
        for (int place = 0; place < stages.size(); place++) {
            int at = place;
            checks.add(new PartCheck(
                    stages.get(place).label(),
                    stages.get(place).name(),
                    stages.get(place).tasks().size(),
                    schedule.loggedMillis(place),
                    replayed.millis(place),
                    simulated.map(times -> times.millis(at)).orElse(Double.NaN)));
        }
        return checks;
    }

    /** In the order of the log, of jobs that had tasks. A stage is part of the job that named it first. */
    public static List<PartCheck> jobs(Schedule schedule, Times replayed, Optional<Times> simulated) {
        ApplicationLog application = schedule.application();
        Map<Integer, List<Integer>> places = new HashMap<>();
        for (int place = 0; place < application.stages().size(); place++) {
            places.computeIfAbsent(application.stages().get(place).id(), unused -> new ArrayList<>())
                    .add(place);
        }
        List<PartCheck> checks = new ArrayList<>();
        Times logged = logged(schedule);
        for (JobLog job : application.jobs()) {
            List<Integer> own = new ArrayList<>();
            job.stages()
                    .forEach(stage -> Optional.ofNullable(places.remove(stage)).ifPresent(own::addAll));
            if (!own.isEmpty()) {
                checks.add(new PartCheck(
                        String.valueOf(job.id()),
                        "",
                        own.stream()
                                .mapToLong(place ->
                                        application.stages().get(place).tasks().size())
                                .sum(),
                        millis(own, logged),
                        millis(own, replayed),
                        simulated.map(times -> millis(own, times)).orElse(Double.NaN)));
            }
        }
        return checks;
    }

    private static Times logged(Schedule schedule) {
        int stages = schedule.application().stages().size();
        double[] submitted = new double[stages];
        double[] ended = new double[stages];
        for (int place = 0; place < stages; place++) {
            submitted[place] = schedule.submittedMillis(place) - (double) schedule.originMillis();
            ended[place] = schedule.endedMillis(place) - (double) schedule.originMillis();
        }
        return new Times(submitted, ended);
    }

    private static double millis(List<Integer> places, Times times) {
        double first = Double.POSITIVE_INFINITY;
        double last = 0;
        for (int place : places) {
            first = Math.min(first, times.submitted[place]);
            last = Math.max(last, times.ended[place]);
        }
        return last - first;
    }
}

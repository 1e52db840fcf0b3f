// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.verdict;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.fairlead.diagnosis.log.TaskTable;
import org.fairlead.diagnosis.replay.Schedule;

/**
 * How many times as long reads take that nothing held up, once the others are not held up either.
 *
 * <p><b>Goals.</b> An upper end of what reads take without a slow place. While some tasks wait for it, the rest have links and disks nearly for themselves: their pace as it was is a lower end.
 *
 * <p><b>Constraints.</b> No rate of a link or disk is known. Reads never take longer than all did in the mean.
 *
 * <p><b>Algorithm.</b> A closed queueing network: as many customers as tasks run at a time, each source a station that serves all its readers at once. A read takes its own time, times one plus the readers that it meets there: Q · (N − 1) / N
 * for N customers of which Q are there in the mean (approximate mean value analysis). From the pace as it was follows a read's own time; from that, with all reads and the shorter stage, the pace that keeps itself up. Where a task asks all sources at once, its own link may be
 * what limits it: then what is held up leaves room to the rest, which take longer by as much as there is more to fetch.
 *
 * <p><b>Example.</b> Six tasks at a time on six hosts for 10 s wait 5 s for five sources and 45 s for the sixth, with as much to read from each: 0.5 readers at five sources in the mean, of which a read meets 0.08, so that its own time is 0.92 of what it took.
 * Were the sixth like the others, tasks would wait for 7.5 s in 2.9 s, 0.43 of them at each source: 1.25 times as long.
 *
 * <p><b>Source.</b> M. Reiser, S. S. Lavenberg, Mean-Value Analysis of Closed Multichain Queuing Networks, JACM 1980; the approximation: Y. Bard, Some Extensions to Multiclass Queueing Network Analysis, 1979, and P. Schweitzer.
 */
final class Crowding {
    private static final double MILLIS = 1000;
    /** Each step adds a part of what the step before added; a hundred leave nothing that anybody would see. */
    private static final int STEPS = 100;

    private double waited;
    private double waitedOthers;
    private double expected;
    private double expectedOthers;
    private final Set<String> sources = new HashSet<>();
    private final Set<String> sourcesOfOthers = new HashSet<>();

    private Crowding() {}

    /**
     * @param sample reads of one stage and kind, over links
     * @param asked those that are held up
     * @param atOnce whether a task asks all its sources at the same time
     * @return 1 or more
     */
    static double factor(Schedule schedule, List<SeenRead> sample, Predicate<SeenRead> asked, boolean atOnce) {
        Crowding crowding = new Crowding();
        sample.forEach(read -> crowding.add(read, asked));
        return crowding.waitedOthers > 0
                ? Math.max(
                        1,
                        crowding.factor(schedule, schedule.stage(sample.get(0).task()), atOnce))
                : 1;
    }

    private void add(SeenRead read, Predicate<SeenRead> asked) {
        waited += read.seconds();
        expected += read.expected();
        sources.add(read.source());
        if (!asked.test(read)) {
            waitedOthers += read.seconds();
            expectedOthers += read.expected();
            sourcesOfOthers.add(read.source());
        }
    }

    private double factor(Schedule schedule, int stage, boolean atOnce) {
        double seconds = schedule.loggedMillis(stage) / MILLIS;
        if (seconds <= 0) {
            return 1;
        }
        TaskTable all = schedule.application().stages().get(stage).tasks();
        double busy = 0;
        for (int i = 0; i < all.size(); i++) {
            busy += all.get(i).times().total() / MILLIS;
        }
        // Waits are part of the tasks' time, so that the stage never takes less than those divided by the tasks that
        // run at a time.
        double tasks = Math.max(1, busy / seconds);
        double met = (tasks - 1) / tasks;
        double before = waitedOthers / expectedOthers;
        double own = before / (1 + met * waitedOthers / seconds / sourcesOfOthers.size());
        double pace = before;
        for (int step = 0; step < STEPS; step++) {
            double wait = pace * expected;
            double took = seconds - (waited - wait) / tasks;
            pace = own * (1 + met * wait / took / sources.size());
        }
        double room = atOnce ? expected / expectedOthers : 1;
        return Math.min(pace * room, waited / expected) / before;
    }
}

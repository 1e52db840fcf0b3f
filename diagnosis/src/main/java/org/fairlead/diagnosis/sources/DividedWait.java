// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.sources;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.fairlead.diagnosis.log.StageLog;
import org.fairlead.diagnosis.log.Task;
import org.fairlead.diagnosis.sources.SeenReads.Source;
import org.fairlead.protocol.application.SourceReads;

/**
 * What of a task's logged time was waiting for one source, in milliseconds.
 *
 * @param slow the source, where it is slow in the task's stage
 * @param excessMillis of it, what readers of the others would not have waited: 1 − 1/f of it for a source that is slow by a factor f
 */
public record DividedWait(Source source, double millis, Optional<SlowSource> slow, double excessMillis) {
    private static final double MILLIS = 1000;

    public boolean isForMapOutput() {
        return isForMapOutput(source);
    }

    private static boolean isForMapOutput(Source source) {
        return source.kind().equals(SourceReads.SHUFFLE);
    }

    /**
     * One for each source that an attempt waited for, as its executor has seen it; none where nothing is known.
     *
     * @param fetchMillis that the log says it waited for map output: divided as the executor divided it
     * @param untoldMillis that the log leaves unexplained: no more than that was waited for storage
     */
    public static List<DividedWait> of(
            ObservedReads reads, StageLog stage, Task task, double fetchMillis, double untoldMillis) {
        List<TaskWaits.Wait> waits = reads.waits()
                .of(stage.id(), stage.attempt(), task.partition(), task.times().run() / MILLIS);
        double fetching = 0;
        double storage = 0;
        for (TaskWaits.Wait wait : waits) {
            fetching += isForMapOutput(wait.source()) ? MILLIS * wait.seconds() : 0;
            storage += isForMapOutput(wait.source()) ? 0 : MILLIS * wait.seconds();
        }
        double ofFetching = fetching > 0 ? fetchMillis / fetching : 0;
        double ofStorage = storage > 0 ? Math.min(1, untoldMillis / storage) : 0;
        List<DividedWait> divided = new ArrayList<>();
        for (TaskWaits.Wait wait : waits) {
            double millis = MILLIS * wait.seconds() * (isForMapOutput(wait.source()) ? ofFetching : ofStorage);
            if (millis > 0) {
                Optional<SlowSource> slow = reads.sources().slow().stream()
                        .filter(each -> each.source().equals(wait.source()) && each.isSlowIn(stage.label()))
                        .findFirst();
                double excess =
                        slow.map(each -> millis * (1 - 1 / each.factor())).orElse(0.0);
                divided.add(new DividedWait(wait.source(), millis, slow, excess));
            }
        }
        return divided;
    }
}

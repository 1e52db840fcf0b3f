// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;
import java.util.Map;

/**
 * What became of one attempt at a stage.
 *
 * @param name the description of the job or of the SQL query that it belongs to; Spark's name of it where there is none
 * @param pool the fair pool; empty when there is none
 * @param mode the mode that was last in force for it; empty when stock decides alone
 * @param ours whether our decisions counted, at least for a time: enforced, or drawn for the canary
 * @param stockAlone why stock decides alone; empty when it does not
 * @param completedMillis 0 while it runs
 * @param endedWell tasks that did
 * @param failed attempts of tasks that did not
 * @param launches by the rule that chose the task: {@code planned}, and why it was stock otherwise
 * @param localities launches by Spark's locality
 * @param bytes that tasks which ended have read
 * @param declines slots left free, by cause; a slot that is offered again and again counts each time
 * @param freeSeconds time that slots stood free because of declines, summed over slots
 * @param meanTaskSeconds null before the first task has ended
 * @param predictions how near they came
 * @param saving predicted, against stock's choices
 * @param time what that of its ended attempts was spent on
 * @param sources from whom tasks that ended have read, those that were waited for longest first; a bounded number
 */
public record StageReport(
        int stage,
        int attempt,
        String name,
        String pool,
        String mode,
        boolean ours,
        String stockAlone,
        long submittedMillis,
        long completedMillis,
        int tasks,
        long endedWell,
        long failed,
        Map<String, Long> launches,
        Map<String, Long> localities,
        BytesRead bytes,
        Map<String, Long> declines,
        double freeSeconds,
        Double meanTaskSeconds,
        Double longestTaskSeconds,
        Predictions predictions,
        PredictedSaving saving,
        TaskTime time,
        List<SourceReads> sources) {
    public StageReport {
        name = MissingPart.text(name);
        pool = MissingPart.text(pool);
        mode = MissingPart.text(mode);
        stockAlone = MissingPart.text(stockAlone);
        launches = MissingPart.counts(launches);
        localities = MissingPart.counts(localities);
        bytes = MissingPart.bytes(bytes);
        declines = MissingPart.counts(declines);
        predictions = predictions == null ? Predictions.NONE : predictions;
        saving = saving == null ? PredictedSaving.NONE : saving;
        time = time == null ? TaskTime.NONE : time;
        sources = MissingPart.list(sources);
    }

    /** {@link #launches} of tasks that ran where ours had planned them. */
    public static final String PLANNED = "planned";

    /**
     * From where.
     *
     * @param local from the task's host
     * @param rack from its rack
     * @param remote from other racks
     * @param unknown from hosts that nobody decided
     * @param shuffleLocal map output on the task's host
     * @param shuffleRemote map output elsewhere
     */
    public record BytesRead(long local, long rack, long remote, long unknown, long shuffleLocal, long shuffleRemote) {
        public long sum() {
            return local + rack + remote + unknown + shuffleLocal + shuffleRemote;
        }
    }

    /** The same, with sources that are known better; as it is for none. */
    public StageReport with(List<SourceReads> from) {
        return from.isEmpty()
                ? this
                : new StageReport(
                        stage,
                        attempt,
                        name,
                        pool,
                        mode,
                        ours,
                        stockAlone,
                        submittedMillis,
                        completedMillis,
                        tasks,
                        endedWell,
                        failed,
                        launches,
                        localities,
                        bytes,
                        declines,
                        freeSeconds,
                        meanTaskSeconds,
                        longestTaskSeconds,
                        predictions,
                        saving,
                        time,
                        from);
    }

    /** That its tasks took which ended well, summed. */
    public double taskSeconds() {
        return meanTaskSeconds == null ? 0 : meanTaskSeconds * endedWell;
    }

    /** As people write it: {@code 3}, or {@code 3.1} of the second attempt. */
    public String label() {
        return attempt == 0 ? Integer.toString(stage) : stage + "." + attempt;
    }
}

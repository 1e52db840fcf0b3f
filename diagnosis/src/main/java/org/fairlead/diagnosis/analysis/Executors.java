// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.analysis;

import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.fairlead.diagnosis.log.ExecutorLog;
import org.fairlead.diagnosis.log.ExecutorMemory;
import org.fairlead.diagnosis.replay.Schedule;

/**
 * The executors on which tasks ran, over all the time.
 *
 * @param heap of one, as was asked for
 * @param unified what one has for kept blocks and shuffles
 */
public record Executors(int count, Memory heap, Memory unified) {
    /** Of the executor with least and of that with most, in bytes, as far as the log says; NaN where it does of none. */
    public record Memory(double least, double most) {
        public boolean isKnown() {
            return Double.isFinite(least);
        }
    }

    static Executors of(Schedule schedule) {
        List<ExecutorLog> executors = schedule.application().executors();
        List<ExecutorMemory> all = IntStream.range(0, schedule.slots())
                .map(slot -> schedule.slot(slot).executor())
                .distinct()
                .mapToObj(executor -> executors.get(executor).memory())
                .toList();
        return new Executors(
                all.size(), memory(all, ExecutorMemory::heapBytes), memory(all, ExecutorMemory::unifiedBytes));
    }

    private static Memory memory(List<ExecutorMemory> all, ToLongFunction<ExecutorMemory> bytes) {
        LongSummaryStatistics known =
                all.stream().mapToLong(bytes).filter(each -> each > 0).summaryStatistics();
        return known.getCount() == 0
                ? new Memory(Double.NaN, Double.NaN)
                : new Memory((double) known.getMin(), (double) known.getMax());
    }
}

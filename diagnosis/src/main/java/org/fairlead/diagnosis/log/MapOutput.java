// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.log;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.fairlead.diagnosis.log.Task.Outcome;

/** What executors wrote for shuffles, in bytes: of each shuffle those alone that wrote something, at 12 bytes each. */
public final class MapOutput {
    private static final ByExecutor NOTHING = new ByExecutor(new int[0], new double[0]);

    private final ApplicationLog application;
    /** By what a stage makes, what executors wrote of it. */
    private final Map<Integer, ByExecutor> written = new HashMap<>();
    /** What is being summed, by executor. */
    private final double[] sums;
    /** The executors of {@link #sums}. */
    private final BitSet summed = new BitSet();

    /** Bytes that executors wrote, in the order of their places in {@link ApplicationLog#executors}. */
    public static final class ByExecutor {
        private final int[] executors;
        private final double[] bytes;

        private ByExecutor(int[] executors, double[] bytes) {
            this.executors = executors;
            this.bytes = bytes;
        }

        /** How many executors wrote something. */
        public int count() {
            return executors.length;
        }

        /**
         * One of those that wrote something, by its place in {@link ApplicationLog#executors}.
         *
         * @param place below {@link #count}
         */
        public int executor(int place) {
            return executors[place];
        }

        /**
         * What that one wrote.
         *
         * @param place below {@link #count}
         */
        public double bytes(int place) {
            return bytes[place];
        }

        /** What an executor wrote; 0 for one that wrote nothing. */
        public double of(int executor) {
            int place = Arrays.binarySearch(executors, executor);
            return place >= 0 ? bytes[place] : 0;
        }
    }

    public MapOutput(ApplicationLog application) {
        this.application = application;
        sums = new double[application.executors().size()];
        for (StageLog stage : application.stages()) {
            add(written.getOrDefault(made(stage.id()), NOTHING));
            for (int i = 0; i < stage.tasks().size(); i++) {
                Task task = stage.tasks().get(i);
                if (task.outcome() == Outcome.ENDED_WELL && task.volumes().shuffled() > 0) {
                    add(task.executor(), task.volumes().shuffled());
                }
            }
            if (!summed.isEmpty()) {
                written.put(made(stage.id()), taken());
            }
        }
    }

    /** By a number below 0 where the log does not say what a stage makes. */
    private int made(int stage) {
        return application.dataSets().getOrDefault(stage, -2 - stage);
    }

    private void add(ByExecutor output) {
        for (int place = 0; place < output.count(); place++) {
            add(output.executor(place), output.bytes(place));
        }
    }

    private void add(int executor, double bytes) {
        sums[executor] += bytes;
        summed.set(executor);
    }

    /** What was summed; the next sum begins with nothing. */
    private ByExecutor taken() {
        int[] executors = summed.stream().toArray();
        double[] bytes = new double[executors.length];
        for (int place = 0; place < bytes.length; place++) {
            bytes[place] = sums[executors[place]];
            sums[executors[place]] = 0;
        }
        summed.clear();
        return new ByExecutor(executors, bytes);
    }

    /** What executors wrote for a stage; also of parents that were skipped. */
    public ByExecutor readBy(StageLog stage) {
        if (stage.parents().size() == 1) {
            return written.getOrDefault(made(stage.parents().get(0)), NOTHING);
        }
        for (int parent : stage.parents()) {
            add(written.getOrDefault(made(parent), NOTHING));
        }
        return taken();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/** Jobs whose result does not depend on where and how often their tasks run. */
final class WordCount {
    private WordCount() {}

    /** Samples by a seed, and counts over a shuffle. */
    static JavaPairRDD<String, Integer> count(
            JavaRDD<String> lines, Disturbance whileReading, Disturbance whileCounting) {
        return lines.mapPartitions(read -> {
                    whileReading.strike();
                    return read;
                })
                .sample(false, 0.5, 7)
                .mapToPair(word -> new Tuple2<>(word, 1))
                .reduceByKey(Integer::sum, 4)
                .mapPartitionsToPair(
                        counted -> {
                            whileCounting.strike();
                            return counted;
                        },
                        true);
    }

    static Map<String, Integer> result(JavaPairRDD<String, Integer> job) {
        return new TreeMap<>(job.collectAsMap());
    }

    /** How many lines each partition has, counted by tasks that wait for each other and of which one fails at first. */
    static JavaRDD<Integer> inABarrierStage(JavaRDD<String> lines) {
        return lines.rdd()
                .barrier()
                .mapPartitions(new BarrierStep(), false, ClassTag$.MODULE$.<Integer>apply(Integer.class))
                .toJavaRDD();
    }

    /**
     * Counts lines; the stage's second task fails at the first attempt, when both have begun and before the other can end: Spark takes an output that comes
     * while a barrier stage fails for one of the next attempt, which then waits for a task that is not run again.
     */
    private static final class BarrierStep extends AbstractFunction1<Iterator<String>, Iterator<Integer>>
            implements Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Integer> apply(Iterator<String> lines) {
            BarrierTaskContext context = BarrierTaskContext.get();
            context.barrier();
            if (context.partitionId() == 1 && context.stageAttemptNumber() == 0) {
                throw new IllegalStateException("planted: a barrier task");
            }
            context.barrier();
            return CollectionConverters.asScala(List.of(lines.size()).iterator());
        }
    }
}

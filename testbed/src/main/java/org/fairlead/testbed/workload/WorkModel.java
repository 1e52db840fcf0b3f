// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.List;
import java.util.Optional;
import org.fairlead.testbed.workload.driver.SkewedOperation;

/**
 * Who predicts a round instead of running it: gets from each step in turn what its work consists of. What one call reports happens before
 * what the next one reports.
 */
public interface WorkModel {
    /**
     * A client that writes files, one after the other.
     *
     * @param delaySeconds after the start of the step
     * @param seeds of the bytes of each file
     */
    record Writer(String host, double delaySeconds, List<Long> seeds) {
        public Writer {
            seeds = List.copyOf(seeds);
        }
    }

    /**
     * A client that reads files, one after the other.
     *
     * @param delaySeconds after the start of the step
     * @param files which ones, by their number
     */
    record Reader(String host, double delaySeconds, List<Integer> files) {
        public Reader {
            files = List.copyOf(files);
        }
    }

    /**
     * What a file is like.
     *
     * @param blockBytes 0 for the cluster's
     * @param replication 0 for the cluster's
     */
    record FileForm(long bytes, long blockBytes, int replication) {}

    /**
     * A job of one of several applications, or of the one that has no name.
     *
     * @param application empty for the one without a name
     * @param name unique in its application
     * @param work such as {@code q6} or {@code sort}
     * @param text that it reads; empty for a query, which reads tables
     * @param pool of Spark's fair scheduler; empty for the default one
     * @param startSeconds after the start of the step
     */
    record ApplicationJob(
            String application, String name, String work, Optional<String> text, String pool, double startSeconds) {}

    /** Hosts with a DataNode. */
    List<String> dataNodes();

    /** @throws IllegalArgumentException when no earlier step wrote such files, as far as the model knows */
    int files(String name);

    /**
     * Clients that write at the same time.
     *
     * @param name under which {@link #read} finds the files, in the order of the writers
     */
    void write(String name, List<Writer> writers, FileForm form);

    /** Clients that read at the same time what {@link #write} wrote. */
    void read(String name, List<Reader> readers);

    /** Writers put generated tables and texts into HDFS; what comes next reads them. */
    void put(GeneratedInput input);

    /** A TPC-H query of the tables. */
    void query(String query);

    /**
     * The same work on each of several texts, at the same time.
     *
     * @param work such as {@code sort}
     * @param texts by their names
     */
    void work(String work, List<String> texts);

    /** Jobs of one or several applications on one input, each at its start. */
    void applications(GeneratedInput input, List<ApplicationJob> jobs);

    /**
     * An operation on the skewed rows of a text that was {@link #put}, with nothing beside it.
     *
     * @param subject as reports call it, such as {@code sort-0.8}
     * @param text its name
     * @throws IllegalArgumentException when it is not known what such an operation does
     */
    void skewed(String subject, SkewedOperation operation, String text);

    /** @throws IllegalArgumentException always: what such a step does is not known */
    void unknown(StepKind kind);
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.topology.Topology;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.client.ClientReply;
import org.fairlead.testbed.workload.client.ClientRequest;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.flow.FlowGroup;

/** What a step has while it runs in a round: HDFS clients on any host, flows between hosts, its input, Spark. What they did is measured and entered into the round. */
public final class StepRun {
    private final Round round;
    private final Round kept;
    private final String name;
    private final Optional<GeneratedInput.Prepared> input;
    private final List<ReadBack> reads = new ArrayList<>();

    /**
     * @param kept where input lies that a repetition's rounds share
     * @param name unique in the round; also the step's directory
     */
    StepRun(Round round, Round kept, String name, Optional<GeneratedInput.Prepared> input) {
        this.round = round;
        this.kept = kept;
        this.name = name;
        this.input = input;
    }

    /**
     * A file that was read.
     *
     * @param same whether its bytes were those that had been written
     */
    public record ReadBack(String host, String path, boolean same) {}

    /** Hosts with a DataNode. */
    public List<String> dataNodes() {
        return round.dataNodes();
    }

    /** How many files an earlier step wrote, by the name it gave them. */
    public int files(String files) {
        return written(files).size();
    }

    private List<Round.Written> written(String files) {
        return round.written(files).or(() -> kept.written(files)).orElseThrow();
    }

    /** Clients write at the same time, and all have ended. */
    public void write(String files, List<WorkModel.Writer> writers, WorkModel.FileForm form) {
        List<ClientRequest.Transfer> transfers = new ArrayList<>();
        for (int client = 0; client < writers.size(); client++) {
            WorkModel.Writer writer = writers.get(client);
            for (int file = 0; file < writer.seeds().size(); file++) {
                transfers.add(new ClientRequest.Transfer(
                        writer.host(),
                        round.namespace(writer.host()),
                        "writer-" + client,
                        round.path(name, writer.host() + "-" + client + "-" + file),
                        "",
                        form.bytes(),
                        writer.seeds().get(file),
                        form.blockBytes(),
                        form.replication(),
                        writer.delaySeconds()));
            }
        }
        round.write(files, transfers);
    }

    /** Clients read at the same time what an earlier step wrote, and all have ended. */
    public void read(String files, List<WorkModel.Reader> readers) {
        List<ClientRequest.Transfer> transfers = new ArrayList<>();
        List<Round.Written> expected = new ArrayList<>();
        for (int client = 0; client < readers.size(); client++) {
            WorkModel.Reader reader = readers.get(client);
            for (int number : reader.files()) {
                Round.Written file = written(files).get(number);
                expected.add(file);
                transfers.add(new ClientRequest.Transfer(
                        reader.host(),
                        round.namespace(reader.host()),
                        "reader-" + client,
                        file.path(),
                        "",
                        0,
                        0,
                        0,
                        0,
                        reader.delaySeconds()));
            }
        }
        List<ClientReply.Done> done = round.read(transfers);
        for (int i = 0; i < done.size(); i++) {
            ClientRequest.Transfer transfer = transfers.get(i);
            boolean same = done.get(i).crc32c().equals(expected.get(i).crc32c());
            reads.add(new ReadBack(transfer.host(), transfer.path(), same));
        }
    }

    /** All that {@link #read} read. */
    public List<ReadBack> reads() {
        return List.copyOf(reads);
    }

    /** The network, as contenders are told of it. */
    public Topology topology() {
        return round.topology();
    }

    /** Flows at the same time, and all have ended. */
    public void flows(FlowGroup group) {
        round.flows(group);
    }

    private GeneratedInput.Prepared prepared() {
        return input.orElseThrow(() -> new IllegalStateException(name + " has no generated input"));
    }

    private Round holder() {
        return prepared().input().keep() ? kept : round;
    }

    /** Has the step's input written, unless that was done; URI of each table's and text's directory, where jobs are to read it, by its name. */
    public Map<String, String> put() {
        holder().put(prepared(), name);
        return round.readsLocalInput() ? prepared().localUris() : holder().uris(prepared(), name);
    }

    /** URI of a directory of the step's own for a sort's output. */
    public String output(String job) {
        return round.uri(name, "sorted", job);
    }

    /** URI of the round's directory. */
    public String directory() {
        return round.uri();
    }

    /**
     * Jobs of the application that has no name, at the same time, until all have ended.
     *
     * @param metric what their times are called
     * @param work what their tasks are called
     */
    public void spark(String metric, String work, List<DriverRequest.Job> jobs) {
        round.spark(spark -> spark.run(metric, work, jobs));
    }

    /**
     * A job of the application that has no name, with nothing beside it; where the time of its tasks went is measured, too.
     *
     * @param metric what its time is called
     */
    public void sparkWithTaskTimes(String metric, DriverRequest.Job job) {
        round.sparkWithTaskTimes(metric, job);
    }

    /** Jobs of several applications by name, all at the same time, until all have ended. */
    public void spark(String metric, Map<String, List<DriverRequest.Job>> jobs) {
        round.spark(spark -> spark.run(metric, jobs));
    }

    /**
     * Submits an application of the user's, and waits for its end.
     *
     * @param arguments spark-submit's
     */
    public void submit(String subject, List<String> arguments) {
        round.submit(name, subject, arguments);
    }

    /**
     * Whether all rows of a text went through a job.
     *
     * @param lineBytes of each row
     */
    public Check keepsEveryRow(String job, String text, int lineBytes) {
        long wrote = holder().putBytes(prepared(), name, text + "/") / lineBytes;
        long passed = round.rows(job);
        return new Check(job + " keeps every row", passed == wrote, passed + " of " + wrote + " rows");
    }

    /**
     * Whether sorts wrote as many bytes as they read.
     *
     * @param application whose; empty for that which has no name
     * @param sorts their names
     * @param texts what the names of the texts that they read begin with
     */
    public Check keepsEveryByte(String what, String application, List<String> sorts, String texts) {
        long wrote = sorts.stream()
                .mapToLong(sort -> round.sortedBytes(application, sort))
                .sum();
        long bytes = holder().putBytes(prepared(), name, texts);
        return new Check(what + " keeps every byte", wrote == bytes, wrote + " of " + bytes + " bytes");
    }
}

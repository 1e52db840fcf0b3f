// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.network.CableFailures;
import org.fairlead.testbed.objects.ObjectStore;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.WorkSpan;
import org.fairlead.testbed.telemetry.TelemetryFiles;
import org.fairlead.testbed.workload.client.ClientReply;
import org.fairlead.testbed.workload.client.ClientRequest;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.flow.FlowGroup;
import org.fairlead.testbed.workload.flow.FlowOutcome;

/** One round under way: does what steps ask for on one contender's cluster and collects what that gives. */
final class Round {
    /** A DataNode may log the end of a transfer a moment after its peer has seen it. */
    private static final int LOGGED_AFTER_MILLIS = 50;

    /** After flows: reports are made, paths given back, and nobody takes what is measured for others' traffic. */
    private static final int QUIET_AFTER_MILLIS = 1500;

    private final ClusterSite site;
    private final ClusterHandles handles;
    private final HdfsClients clients;
    private final CableFailures cables;
    private final String directory;
    private final BlockTrace trace;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, String> hostsByAddress = new LinkedHashMap<>();

    private final long startMillis = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();
    private double workedSeconds;

    /** A file as it was sent. */
    record Written(String path, long bytes, String crc32c) {}

    private final Map<String, List<Written>> written = new LinkedHashMap<>();
    /** Steps whose input was put. */
    private final Set<String> put = new HashSet<>();

    private final List<MeasuredSample> samples = new ArrayList<>();
    private final List<WorkSpan> spans = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final SparkJobs jobs;

    Round(ClusterSite site, ClusterHandles handles, HdfsClients clients, CableFailures cables, String directory) {
        this.site = site;
        this.handles = handles;
        this.jobs = new SparkJobs(handles, startMillis);
        this.clients = clients;
        this.cables = cables;
        this.directory = directory;
        this.trace = new BlockTrace(handles.hdfs().dataNodeLogs());
        for (String host : site.layout().hosts()) {
            addresses.put(host, site.hosts().address(host));
            hostsByAddress.put(site.hosts().address(host), host);
        }
    }

    /** From here on blocks belong to another step. */
    void mark() {
        trace.mark();
    }

    List<String> dataNodes() {
        return site.layout().dataNodes();
    }

    String namespace(String host) {
        return site.hosts().namespace(host);
    }

    String path(String... parts) {
        return directory + "/" + String.join("/", parts);
    }

    String uri(String... parts) {
        return handles.hdfs().uri() + (parts.length == 0 ? directory : path(parts));
    }

    Optional<List<Written>> written(String name) {
        return Optional.ofNullable(written.get(name));
    }

    /** Generated input into HDFS, from all writers at once, unless that was done or it lies elsewhere. */
    void put(GeneratedInput.Prepared prepared, String step) {
        if (prepared.input().store() != InputStore.HDFS || !put.add(step)) {
            return;
        }
        GeneratedInput input = prepared.input();
        List<ClientRequest.Transfer> transfers = new ArrayList<>();
        for (InputFiles.Part part : prepared.parts()) {
            String host = prepared.hosts().get(part.writer());
            transfers.add(new ClientRequest.Transfer(
                    host,
                    namespace(host),
                    "writer-" + part.writer(),
                    path(step, part.table(), "part-" + part.writer()),
                    part.file().toString(),
                    0,
                    0,
                    input.blockBytes(),
                    input.replication(),
                    0));
        }
        write(input.name(), transfers);
    }

    /** Whether jobs read generated input from the files from which it was put; of this round's contender, who need not be the one that had it put. */
    boolean readsLocalInput() {
        return handles.contender().readsLocalInput();
    }

    /** URI of each table's and text's directory by its name. */
    Map<String, String> uris(GeneratedInput.Prepared prepared, String step) {
        Map<String, String> uris = new LinkedHashMap<>();
        boolean isObjects = prepared.input().store() == InputStore.OBJECTS;
        prepared.parts()
                .forEach(part -> uris.put(
                        part.table(), isObjects ? ObjectStore.uri(step, part.table()) : uri(step, part.table())));
        return uris;
    }

    /** Bytes that were put of all tables and texts whose names begin so. */
    long putBytes(GeneratedInput.Prepared prepared, String step, String names) {
        String path = path(step, names);
        return written.get(prepared.input().name()).stream()
                .filter(file -> file.path().startsWith(path))
                .mapToLong(Written::bytes)
                .sum();
    }

    void write(String name, List<ClientRequest.Transfer> transfers) {
        List<ClientReply.Done> done = clients.run("write", handles.hdfs(), transfers);
        List<Written> files = written.computeIfAbsent(name, key -> new ArrayList<>());
        for (int i = 0; i < done.size(); i++) {
            ClientRequest.Transfer transfer = transfers.get(i);
            files.add(new Written(
                    transfer.path(), done.get(i).bytes(), done.get(i).crc32c()));
            timed("file_write_time", "write", transfer, done.get(i));
        }
        pause();
        for (BlockTrace.Transfer block : BlockTrace.firstWrites(trace.transfers(), addresses)) {
            samples.add(
                    MeasuredSample.seconds("block_write_time", block.seconds(), block.block(), host(block.source())));
        }
        trace.mark();
    }

    List<ClientReply.Done> read(List<ClientRequest.Transfer> transfers) {
        List<ClientReply.Done> done = clients.run("read", handles.hdfs(), transfers);
        for (int i = 0; i < done.size(); i++) {
            ClientRequest.Transfer transfer = transfers.get(i);
            timed("file_read_time", "read", transfer, done.get(i));
            for (double seconds : done.get(i).blockSeconds()) {
                samples.add(MeasuredSample.seconds("block_read_time", seconds, transfer.path(), transfer.host()));
            }
        }
        return done;
    }

    private void timed(String metric, String kind, ClientRequest.Transfer transfer, ClientReply.Done done) {
        samples.add(MeasuredSample.seconds(metric, done.seconds(), transfer.path(), transfer.host()));
        double start = (done.startMillis() - startMillis) / 1e3;
        spans.add(new WorkSpan(kind, transfer.host(), transfer.path(), start, start + done.seconds()));
    }

    /** Flows that belong together, until all have ended and the network is quiet again. */
    void flows(FlowGroup group) {
        double start = (System.nanoTime() - startNanos) / 1e9;
        FlowGroup.Result result;
        try {
            result = group.run(site, handles.hdfs(), cables, topology());
            Thread.sleep(QUIET_AFTER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted during a round", e);
        }
        for (FlowOutcome flow : result.outcomes()) {
            String subject = group.subject() + "/" + flow.flow();
            String host = flow.flow().from();
            samples.add(new MeasuredSample("flow_rate", "bytes/s", flow.bytesPerSecond(), subject, host));
            spans.add(new WorkSpan("flow", host, subject, start + flow.startSeconds(), start + flow.endSeconds()));
        }
        samples.add(new MeasuredSample("share_of_ideal", "share", result.meanShareOfIdeal(), group.subject(), ""));
        samples.add(new MeasuredSample("goodput", "bytes/s", result.bytesPerSecond(), group.subject(), ""));
        checks.addAll(result.checks());
    }

    /** As contenders are told of it. */
    Topology topology() {
        return TopologyFile.read(new TelemetryFiles(site.directory()).topology());
    }

    /** Jobs on Spark, and the blocks that they read and wrote. */
    void spark(Consumer<SparkJobs> work) {
        trace.mark();
        work.accept(jobs);
        pause();
        blocksOfSpark();
    }

    /** Bytes of payload that reach a host a second by its own link, when nobody else sends to it. */
    private double payloadRate(String host) {
        return FlowGroup.PAYLOAD
                * topology().links().stream()
                        .filter(link -> link.to().name().equals(host))
                        .mapToDouble(Link::bytesPerSecond)
                        .sum();
    }

    /** A job on Spark with nothing beside it, and where the time of its tasks went. */
    void sparkWithTaskTimes(String metric, DriverRequest.Job job) {
        spark(all -> all.runWithTaskTimes(metric, job, this::payloadRate));
    }

    /** Rows that went through a job. */
    long rows(String job) {
        return jobs.rows(job);
    }

    /** Bytes that a sort wrote. */
    long sortedBytes(String application, String sort) {
        return jobs.sortedBytes(SparkJobs.subject(application, sort));
    }

    /** Spark's own clients are not ours to time: DataNodes say how long they took, so these metrics have their own names. */
    private void blocksOfSpark() {
        List<BlockTrace.Transfer> transfers = trace.transfers();
        BlockTrace.firstWrites(transfers, addresses)
                .forEach(block -> samples.add(MeasuredSample.seconds(
                        "spark_block_write_time", block.seconds(), block.block(), host(block.source()))));
        transfers.stream()
                .filter(transfer -> !transfer.write())
                .forEach(block -> samples.add(MeasuredSample.seconds(
                        "spark_block_read_time", block.seconds(), block.block(), host(block.destination()))));
    }

    void submit(String step, String subject, List<String> arguments) {
        SparkCluster spark = handles.spark()
                .orElseThrow(() -> new ClusterException("step spark needs Spark, which was not started"));
        double seconds = spark.run(
                spark.submit(handles.contender(), handles.hdfs(), arguments),
                "submit" + directory.replace('/', '-') + "-" + step,
                SparkJobs.ANSWER_WITHIN);
        samples.add(MeasuredSample.seconds("app_time", seconds, subject, ""));
        pause();
        blocksOfSpark();
    }

    private String host(String address) {
        return hostsByAddress.getOrDefault(address, address);
    }

    private static void pause() {
        try {
            Thread.sleep(LOGGED_AFTER_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted during a round", e);
        }
    }

    /** Ends the measured part. */
    void worked() {
        workedSeconds = (System.nanoTime() - startNanos) / 1e9;
    }

    /** What DataNodes store is what the writers sent, and all of it is there. */
    void verify() {
        HdfsCluster hdfs = handles.hdfs();
        List<Written> files = written.values().stream().flatMap(List::stream).toList();
        String nameNode = site.layout().nameNode();
        List<ClientReply.Done> stored = clients.run(
                "checksum",
                hdfs,
                files.stream()
                        .map(file -> clients.transfer(nameNode, "checksums", file.path()))
                        .toList());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            if (!stored.get(i).crc32c().equals(files.get(i).crc32c())
                    || stored.get(i).bytes() != files.get(i).bytes()) {
                wrong.add(files.get(i).path());
            }
        }
        checks.add(Check.differences("bytes stored are the bytes written", files.size() + " files", wrong));
        if (!files.isEmpty()) {
            String report = hdfs.fsck(directory);
            String last =
                    report.strip().lines().reduce((first, second) -> second).orElse("no answer");
            checks.add(new Check("fsck", report.contains("is HEALTHY"), last));
        }
    }

    /** @throws ClusterException when what was written is not stored as it was sent */
    void requireStored() {
        verify();
        for (Check check : checks) {
            if (!check.passed()) {
                throw new ClusterException(check.name() + ": " + check.detail());
            }
        }
    }

    /** What a step verified itself. */
    void checked(List<Check> ofStep) {
        checks.addAll(ofStep);
    }

    RoundResult result() {
        List<MeasuredSample> allSamples =
                Stream.concat(samples.stream(), jobs.samples().stream()).toList();
        List<WorkSpan> allSpans =
                Stream.concat(spans.stream(), jobs.spans().stream()).toList();
        return new RoundResult(workedSeconds, allSamples, allSpans, checks, jobs.digests(), jobs.taskTimes());
    }

    /** Removes the round's directory; best effort, since the cluster may be what failed. */
    void clean() {
        try {
            clients.run(
                    "delete",
                    handles.hdfs(),
                    List.of(clients.transfer(site.layout().nameNode(), "cleaning", directory)));
        } catch (ClusterException e) {
            org.slf4j.LoggerFactory.getLogger(Round.class).warn("{} was not removed: {}", directory, e.getMessage());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.ClusterException;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.SparkCluster;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.Sample;
import org.fairlead.testbed.results.Span;
import org.fairlead.testbed.workload.client.ClientReply;
import org.fairlead.testbed.workload.client.ClientRequest;
import org.fairlead.testbed.workload.driver.DriverRequest;

/** One round under way: runs steps on one contender's cluster and collects what they give. */
final class Round {
    /** A DataNode may log the end of a transfer a moment after its peer has seen it. */
    private static final int LOGGED_AFTER_MILLIS = 50;

    private final ClusterSite site;
    private final ClusterHandles handles;
    private final HdfsClients clients;
    private final String directory;
    /** What was written once for all rounds of a repetition; null when this is what writes it. */
    private final Round kept;

    private final BlockTrace trace;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, String> hostsByAddress = new LinkedHashMap<>();

    private final long startMillis = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();
    private double workedSeconds;

    private record Written(String path, long bytes, String crc32c) {}

    private final Map<String, List<Written>> written = new LinkedHashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();
    private final List<Check> checks = new ArrayList<>();
    private final SparkJobs jobs;

    Round(ClusterSite site, ClusterHandles handles, HdfsClients clients, String directory, Round kept) {
        this.kept = kept;
        this.site = site;
        this.handles = handles;
        this.jobs = new SparkJobs(handles, startMillis);
        this.clients = clients;
        this.directory = directory;
        this.trace = new BlockTrace(handles.hdfs().dataNodeLogs());
        for (String host : site.layout().hosts()) {
            addresses.put(host, site.hosts().address(host));
            hostsByAddress.put(site.hosts().address(host), host);
        }
    }

    void step(WorkloadStep step, List<InputFiles.Part> input, List<String> writers, String name, Random random) {
        trace.mark();
        if (step instanceof WorkloadStep.Write write) {
            write(write, name, random);
        } else if (step instanceof WorkloadStep.Read read) {
            read(read, random);
        } else if (step instanceof WorkloadStep.Tpch tpch) {
            Map<String, String> tables = laid(tpch, input, writers, name).tables(input, name);
            tpch.queries()
                    .forEach(query ->
                            onSpark("query_time", query, List.of(DriverRequest.Job.query(query, query, tables))));
        } else if (step instanceof WorkloadStep.Sort sort) {
            sort(sort, laid(sort, input, writers, name), input, name, random);
        } else if (step instanceof WorkloadStep.WordCount count) {
            put("word-count", input, writers, count.blockBytes(), 0, name);
            String text = tables(input, name).get("word-count");
            onSpark("app_time", "word-count", List.of(DriverRequest.Job.wordCount("word-count", text)));
        } else if (step instanceof Applications applications) {
            applications(applications, laid(applications, input, writers, name), input, name);
        } else if (step instanceof WorkloadStep.Submit submit) {
            submit(submit, name);
        }
    }

    private String path(String... parts) {
        return directory + "/" + String.join("/", parts);
    }

    private void write(WorkloadStep.Write step, String name, Random random) {
        List<String> hosts = step.on().choose(site.layout().dataNodes(), random);
        List<ClientRequest.Transfer> transfers = new ArrayList<>();
        for (int client = 0; client < hosts.size(); client++) {
            String host = hosts.get(client);
            double delay = step.start().seconds(client, random);
            for (int file = 0; file < step.files(); file++) {
                transfers.add(new ClientRequest.Transfer(
                        host,
                        site.hosts().namespace(host),
                        "writer-" + client,
                        path(name, host + "-" + client + "-" + file),
                        "",
                        step.fileBytes(),
                        random.nextLong(),
                        step.blockBytes(),
                        step.replication(),
                        delay));
            }
        }
        written(step.name(), transfers);
    }

    /** Has a step's input written unless that was done; returns who wrote it. */
    private Round laid(WorkloadStep step, List<InputFiles.Part> input, List<String> writers, String name) {
        Round from = step.keep() ? kept : this;
        from.lay(step, input, writers, name);
        return from;
    }

    /** Writes a step's input unless that was done. */
    void lay(WorkloadStep step, List<InputFiles.Part> input, List<String> writers, String name) {
        if (step instanceof WorkloadStep.Tpch tpch && !written.containsKey("tpch")) {
            put("tpch", input, writers, tpch.blockBytes(), tpch.replication(), name);
        } else if (step instanceof WorkloadStep.Sort sort && !written.containsKey("sort")) {
            put("sort", input, writers, sort.blockBytes(), sort.replication(), name);
        } else if (step instanceof Applications several && !written.containsKey(name)) {
            put(name, input, writers, several.blockBytes(), several.replication(), name);
        }
    }

    /** Generated input into HDFS, from all writers at once. */
    private void put(
            String from,
            List<InputFiles.Part> parts,
            List<String> writers,
            long blockBytes,
            int replication,
            String name) {
        List<ClientRequest.Transfer> transfers = new ArrayList<>();
        for (InputFiles.Part part : parts) {
            String host = writers.get(part.writer());
            transfers.add(new ClientRequest.Transfer(
                    host,
                    site.hosts().namespace(host),
                    "writer-" + part.writer(),
                    path(name, part.table(), "part-" + part.writer()),
                    part.file().toString(),
                    0,
                    0,
                    blockBytes,
                    replication,
                    0));
        }
        written(from, transfers);
    }

    private void written(String from, List<ClientRequest.Transfer> transfers) {
        List<ClientReply.Done> done = clients.run("write", handles.hdfs(), transfers);
        List<Written> files = written.computeIfAbsent(from, key -> new ArrayList<>());
        for (int i = 0; i < done.size(); i++) {
            ClientRequest.Transfer transfer = transfers.get(i);
            files.add(new Written(
                    transfer.path(), done.get(i).bytes(), done.get(i).crc32c()));
            timed("file_write_time", "write", transfer, done.get(i));
        }
        pause();
        for (BlockTrace.Transfer block : BlockTrace.firstWrites(trace.transfers(), addresses)) {
            samples.add(Sample.seconds("block_write_time", block.seconds(), block.block(), host(block.source())));
        }
        trace.mark();
    }

    private void read(WorkloadStep.Read step, Random random) {
        List<Written> files =
                written.containsKey(step.from()) ? written.get(step.from()) : kept.written.get(step.from());
        List<String> hosts = step.on().choose(site.layout().dataNodes(), random);
        List<ClientRequest.Transfer> transfers = new ArrayList<>();
        List<Written> expected = new ArrayList<>();
        for (int client = 0; client < hosts.size(); client++) {
            String host = hosts.get(client);
            double delay = step.start().seconds(client, random);
            for (int i = 0; i < step.files(); i++) {
                Written file = files.get(random.nextInt(files.size()));
                expected.add(file);
                transfers.add(new ClientRequest.Transfer(
                        host, site.hosts().namespace(host), "reader-" + client, file.path(), "", 0, 0, 0, 0, delay));
            }
        }
        List<ClientReply.Done> done = clients.run("read", handles.hdfs(), transfers);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < done.size(); i++) {
            ClientRequest.Transfer transfer = transfers.get(i);
            timed("file_read_time", "read", transfer, done.get(i));
            for (double seconds : done.get(i).blockSeconds()) {
                samples.add(Sample.seconds("block_read_time", seconds, transfer.path(), transfer.host()));
            }
            if (!done.get(i).crc32c().equals(expected.get(i).crc32c())) {
                wrong.add(transfer.path() + " on " + transfer.host());
            }
        }
        check("bytes read are the bytes written (" + step.from() + ")", done.size() + " reads", wrong);
    }

    private void timed(String metric, String kind, ClientRequest.Transfer transfer, ClientReply.Done done) {
        samples.add(Sample.seconds(metric, done.seconds(), transfer.path(), transfer.host()));
        double start = (done.startMillis() - startMillis) / 1e3;
        spans.add(new Span(kind, transfer.host(), transfer.path(), start, start + done.seconds()));
    }

    private Map<String, String> tables(List<InputFiles.Part> input, String name) {
        Map<String, String> tables = new LinkedHashMap<>();
        input.forEach(part -> tables.put(part.table(), handles.hdfs().uri() + path(name, part.table())));
        return tables;
    }

    private void sort(WorkloadStep.Sort step, Round from, List<InputFiles.Part> input, String name, Random random) {
        Map<String, String> texts = from.tables(input, name);
        List<DriverRequest.Job> request = new ArrayList<>();
        for (String job : step.names()) {
            request.add(DriverRequest.Job.sort(job, texts.get(job), output(name, job))
                    .after(step.start().seconds(request.size(), random)));
        }
        onSpark("app_time", "sort", request);
        checkSorted("sort", step.names(), from.written.get("sort"));
    }

    private void applications(Applications step, Round from, List<InputFiles.Part> input, String name) {
        Map<String, String> tables = from.tables(input, name);
        Map<String, List<DriverRequest.Job>> requests = new LinkedHashMap<>();
        for (Applications.Application application : step.applications()) {
            requests.put(
                    application.name(),
                    application.jobs().stream()
                            .map(job -> job(job, application.name(), tables, name))
                            .toList());
        }
        trace.mark();
        jobs.run("job_time", requests);
        pause();
        blocksOfSpark();
        for (Applications.Application application : step.applications()) {
            String texts = from.path(name, Applications.text(application.name(), ""));
            checkSorted(
                    "sort of " + application.name(),
                    application.jobs().stream()
                            .filter(Applications.Job::sorts)
                            .map(job -> SparkJobs.subject(application.name(), job.name()))
                            .toList(),
                    from.written.get(name).stream()
                            .filter(file -> file.path().startsWith(texts))
                            .toList());
        }
    }

    private DriverRequest.Job job(Applications.Job job, String application, Map<String, String> tables, String name) {
        DriverRequest.Job request = job.sorts()
                ? DriverRequest.Job.sort(
                        job.name(),
                        tables.get(Applications.text(application, job.name())),
                        output(name, application + "-" + job.name()))
                : DriverRequest.Job.query(job.name(), job.query(), tables);
        return request.in(job.pool()).after(job.start().toNanos() / 1e9);
    }

    private String output(String name, String job) {
        return handles.hdfs().uri() + path(name, "sorted", job);
    }

    private void checkSorted(String what, List<String> sorts, List<Written> texts) {
        if (!sorts.isEmpty()) {
            long wrote = sorts.stream().mapToLong(jobs::sortedBytes).sum();
            long bytes = texts.stream().mapToLong(Written::bytes).sum();
            check(what + " keeps every byte", wrote == bytes, wrote + " of " + bytes + " bytes");
        }
    }

    /** Jobs of the application that has no name, at the same time. */
    private void onSpark(String metric, String work, List<DriverRequest.Job> request) {
        trace.mark();
        jobs.run(metric, work, request);
        pause();
        blocksOfSpark();
    }

    /** Spark's own clients are not ours to time: DataNodes say how long they took, so these metrics have their own names. */
    private void blocksOfSpark() {
        List<BlockTrace.Transfer> transfers = trace.transfers();
        BlockTrace.firstWrites(transfers, addresses)
                .forEach(block -> samples.add(Sample.seconds(
                        "spark_block_write_time", block.seconds(), block.block(), host(block.source()))));
        transfers.stream()
                .filter(transfer -> !transfer.write())
                .forEach(block -> samples.add(Sample.seconds(
                        "spark_block_read_time", block.seconds(), block.block(), host(block.destination()))));
    }

    private void submit(WorkloadStep.Submit step, String name) {
        SparkCluster spark = handles.spark()
                .orElseThrow(() -> new ClusterException("step spark needs Spark, which was not started"));
        List<String> arguments = new ArrayList<>();
        step.configuration().forEach((key, value) -> arguments.addAll(List.of("--conf", key + "=" + value)));
        arguments.addAll(List.of("--class", step.mainClass(), step.jar().toString()));
        step.arguments()
                .forEach(argument ->
                        arguments.add(argument.replace("{hdfs}", handles.hdfs().uri() + directory)));
        double seconds = spark.run(
                spark.submit(handles.contender(), handles.hdfs(), arguments),
                "submit" + directory.replace('/', '-') + "-" + name,
                SparkJobs.ANSWER_WITHIN);
        samples.add(Sample.seconds("app_time", seconds, step.mainClass(), ""));
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
        check("bytes stored are the bytes written", files.size() + " files", wrong);
        if (!files.isEmpty()) {
            String report = hdfs.fsck(directory);
            String last =
                    report.strip().lines().reduce((first, second) -> second).orElse("no answer");
            check("fsck", report.contains("is HEALTHY"), last);
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

    private void check(String name, String what, List<String> wrong) {
        check(name, wrong.isEmpty(), wrong.isEmpty() ? what : "differ: " + String.join(", ", wrong));
    }

    private void check(String name, boolean passed, String detail) {
        checks.add(new Check(name, passed, detail));
    }

    RoundResult result() {
        List<Sample> allSamples =
                Stream.concat(samples.stream(), jobs.samples().stream()).toList();
        List<Span> allSpans =
                Stream.concat(spans.stream(), jobs.spans().stream()).toList();
        return new RoundResult(workedSeconds, allSamples, allSpans, checks, jobs.digests());
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

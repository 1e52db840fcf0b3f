// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.driver.TpchQueries;

/**
 * TPC-H: tables written to HDFS from several hosts at once, then queries on Spark SQL that read them.
 *
 * @param scale TPC-H's scale factor: 1 is about 1 GB
 * @param writers the hosts that write, each its part of each table
 * @param blockBytes 0 for the cluster's
 * @param replication 0 for the cluster's
 * @param keep whether the tables are written once a repetition, before its traffic, for all contenders on the same HDFS
 */
public record TpchStep(
        double scale, List<String> queries, HostChoice writers, long blockBytes, int replication, boolean keep)
        implements WorkloadStep {
    public TpchStep {
        queries = List.copyOf(queries);
    }

    static TpchStep from(YamlNode body) {
        body.allow("scale", "queries", "writers", "block-size", "replication", "keep");
        YamlNode list = body.required("queries");
        return new TpchStep(
                StepKeys.scale(body.required("scale")),
                queries(list),
                StepKeys.hosts(body, "writers"),
                StepKeys.blockBytes(body),
                StepKeys.replication(body),
                StepKeys.keep(body));
    }

    private static List<String> queries(YamlNode list) {
        List<String> known = List.copyOf(TpchQueries.QUERIES.keySet());
        if (!list.isSequence() && list.text().equals(TpchQueries.ALL)) {
            return known;
        }
        List<YamlNode> items = list.isSequence() ? list.sequence() : List.of(list);
        if (items.isEmpty()) {
            throw list.invalid("no query; accepted: all, " + String.join(", ", known));
        }
        return items.stream().map(item -> item.oneOf(known)).toList();
    }

    /** The same tables, asked other queries. */
    public TpchStep withQueries(List<String> others) {
        return new TpchStep(scale, others, writers, blockBytes, replication, keep);
    }

    @Override
    public StepKind kind() {
        return StepKind.TPCH;
    }

    @Override
    public void follow(Set<String> written, YamlNode node) {
        if (!written.add(kind().key())) {
            throw node.invalid("a second tpch step; one with all queries is accepted");
        }
    }

    @Override
    public boolean onSpark() {
        return true;
    }

    @Override
    public Set<String> applications() {
        return Set.of("");
    }

    @Override
    public List<String> namedHosts() {
        return writers.named();
    }

    @Override
    public long bytesWritten(List<String> dataNodes) {
        return tables().tableBytes();
    }

    private GeneratedInput tables() {
        return GeneratedInput.ofTables(
                queries, scale, writers, blockBytes, replication, keep, kind().key());
    }

    @Override
    public Optional<GeneratedInput> input() {
        return Optional.of(tables());
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> tables = run.put();
        for (String query : queries) {
            run.spark("query_time", query, List.of(DriverRequest.Job.query(query, query, tables)));
        }
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.put(tables());
        queries.forEach(model::query);
    }
}

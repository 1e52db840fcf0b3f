// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.StepKind;
import org.fairlead.testbed.workload.StepNeeds;
import org.fairlead.testbed.workload.StepRun;
import org.fairlead.testbed.workload.WorkModel;
import org.fairlead.testbed.workload.WorkloadStep;
import org.fairlead.testbed.workload.driver.DriverRequest;
import org.fairlead.testbed.workload.driver.TpchQueries;

/** TPC-H: tables written to HDFS from several hosts at once, then queries on Spark SQL that read them. */
public record TpchStep(GeneratedInput tables) implements WorkloadStep {
    static TpchStep from(YamlNode body) {
        body.allow("scale", "queries", "writers", "block-size", "replication", "keep");
        body.required("scale");
        return new TpchStep(StepKeys.input(StepKind.TPCH, body, queries(body.required("queries")), Map.of()));
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
        return new TpchStep(tables.withQueries(others));
    }

    @Override
    public StepKind kind() {
        return StepKind.TPCH;
    }

    @Override
    public void follow(Set<String> written, YamlNode node) {
        if (!written.add(tables.name())) {
            throw node.invalid("a second tpch step; one with all queries is accepted");
        }
    }

    @Override
    public StepNeeds needs() {
        return StepNeeds.jobs(Set.of(""), tables, 0);
    }

    @Override
    public void run(StepRun run, Random random) {
        Map<String, String> uris = run.put();
        for (String query : tables.queries()) {
            run.spark("query_time", query, List.of(DriverRequest.Job.query(query, query, uris)));
        }
    }

    @Override
    public List<Check> verify(StepRun run) {
        return List.of();
    }

    @Override
    public void model(WorkModel model, Random random) {
        model.put(tables);
        tables.queries().forEach(model::query);
    }
}

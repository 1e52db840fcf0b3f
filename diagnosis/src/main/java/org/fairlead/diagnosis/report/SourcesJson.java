// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.fairlead.diagnosis.sources.SeenReads;
import org.fairlead.diagnosis.sources.SlowSource;
import org.fairlead.diagnosis.sources.SourceDiagnosis;
import org.fairlead.protocol.application.NicAllowance;
import org.fairlead.protocol.application.SourceReads;
import org.fairlead.report.Json;

/** What reads tell of sources, for programs: times in seconds, volumes in bytes, shares from 0 to 1. docs/why.md describes the keys. */
public final class SourcesJson {
    private static final int SCHEMA = 1;

    private SourcesJson() {}

    /** In UTF-8, indented. The same file gives the same bytes. */
    public static byte[] bytes(SourceDiagnosis diagnosis) {
        SeenReads reads = diagnosis.reads();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA).put("id", reads.id()).put("name", reads.name());
        root.put("headline", SourcesText.headline(diagnosis)).put("tasks", reads.tasks());
        Json.put(root, "task_s", reads.taskSeconds());
        Json.put(root, "datanodes_waited_s", reads.waitedSeconds(SourceReads.HDFS));
        Json.put(root, "executors_waited_s", reads.waitedSeconds(SourceReads.SHUFFLE));
        put(root, diagnosis);
        return Json.bytes(root);
    }

    /** Who was compared, who is slow, who gave what, and which allowances were used up. */
    static void put(ObjectNode into, SourceDiagnosis diagnosis) {
        into.putObject("compared").put("sources", diagnosis.comparedSources()).put("pairs", diagnosis.comparisons());
        ArrayNode slow = into.putArray("slow_sources");
        diagnosis.slow().forEach(each -> slow(slow.addObject(), each));
        ArrayNode sources = into.putArray("sources");
        diagnosis.reads().sums().forEach(each -> source(sources.addObject(), each));
        ArrayNode allowances = into.putArray("allowances");
        diagnosis.reads().allowances().forEach(each -> allowance(allowances.addObject(), each));
    }

    private static void slow(ObjectNode into, SlowSource each) {
        into.put("kind", each.source().kind())
                .put("source", each.source().host())
                .put("place", each.place().words())
                .put("words", each.words())
                .put("everywhere", each.everywhere());
        ArrayNode stages = into.putArray("stages");
        each.stages().forEach(stages::add);
        Json.put(into, "chance", each.chance());
        Json.put(into, "factor", each.factor());
        Json.put(into, "excess_s", each.excessSeconds());
        Json.put(into, "share", each.share());
        into.put("reads", each.reads());
    }

    private static void source(ObjectNode into, SourceReads each) {
        into.put("kind", each.kind()).put("source", each.source()).put("bytes", each.bytes());
        Json.put(into, "waited_s", each.seconds() == null ? Double.NaN : each.seconds());
        into.put("requests", each.requests());
    }

    private static void allowance(ObjectNode into, NicAllowance each) {
        into.put("host", each.host())
                .put("device", each.device())
                .put("counter", each.counter())
                .put("packets", each.packets());
    }
}

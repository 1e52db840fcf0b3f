// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.analysis.Bound;
import org.fairlead.diagnosis.analysis.Cause;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.analysis.Executors;
import org.fairlead.diagnosis.analysis.StageFindings;
import org.fairlead.diagnosis.analysis.TimeCauses;
import org.fairlead.diagnosis.attribution.Blocked;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.diagnosis.attribution.Split;
import org.fairlead.diagnosis.log.ApplicationLog.Damage;
import org.fairlead.diagnosis.stragglers.Straggler;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;
import org.fairlead.diagnosis.verdict.Verdict;
import org.fairlead.diagnosis.zones.ZoneTraffic;
import org.fairlead.report.Json;

/** Diagnoses for programs: times in seconds, volumes in bytes, shares from 0 to 1. docs/why.md describes the keys. */
public final class DiagnosisJson {
    private static final int SCHEMA = 1;
    private static final double MILLIS = 1000;

    private DiagnosisJson() {}

    /** In UTF-8, indented. The same logs give the same bytes. */
    public static byte[] bytes(Answers answers, double dollarsPerGigabyte) {
        return Json.bytes(root(answers, dollarsPerGigabyte, Integer.MAX_VALUE));
    }

    /** @param mostStages of each application, those with most task time */
    static ObjectNode root(Answers answers, double dollarsPerGigabyte, int mostStages) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA);
        ArrayNode applications = root.putArray("applications");
        for (Diagnosis diagnosis : answers.diagnoses()) {
            application(applications.addObject(), diagnosis, dollarsPerGigabyte, mostStages);
        }
        ArrayNode unanswered = root.putArray("unanswered");
        answers.unanswered().forEach(unanswered::add);
        return root;
    }

    private static void application(ObjectNode node, Diagnosis diagnosis, double dollars, int mostStages) {
        Diagnosis.Subject subject = diagnosis.subject();
        node.put("id", subject.id());
        node.put("name", subject.name());
        node.put("attempt", subject.attempt());
        node.put("spark", subject.version());
        node.put("whole", subject.whole());
        node.put("compacted", subject.compacted());
        node.put("headline", Sentence.headline(diagnosis));
        node.put("details", Sentence.details(diagnosis));
        verdict(node.putObject("verdict"), diagnosis.verdict());
        node.put("hosts", subject.hosts());
        node.put("slots", subject.slots());
        executors(node, subject.executors());
        node.put("attempts", subject.tasks());
        damage(node, subject.damage());
        seconds(node, "application_s", diagnosis.times().application());
        seconds(node, "jobs_s", diagnosis.times().jobs());
        seconds(node, "logged_s", diagnosis.times().logged());
        seconds(node, "replayed_s", diagnosis.times().replayed());
        split(node.putObject("task_time"), diagnosis.split());
        blocked(node.putObject("blocked"), diagnosis.blocked());
        ArrayNode bounds = node.putArray("bounds");
        diagnosis.bounds().forEach(bound -> bound(bounds.addObject(), bound));
        node.putObject("compared")
                .put("hosts", diagnosis.compared().hosts())
                .put("pairs", diagnosis.compared().pairs());
        ArrayNode stragglers = node.putArray("stragglers");
        diagnosis.stragglers().forEach(each -> straggler(stragglers.addObject(), each));
        skews(node.putArray("skews"), diagnosis);
        ArrayNode stages = node.putArray("stages");
        List<StageFindings> all = diagnosis.stages();
        all.subList(0, Math.min(mostStages, all.size())).forEach(stage -> stage(stages.addObject(), stage));
        node.put("stages_all", all.size());
        ArrayNode untold = node.putArray("untold");
        diagnosis.untold().forEach(each -> {
            ObjectNode one = untold.addObject();
            one.put("kind", each.kind().key()).put("meaning", each.kind().meaning());
            seconds(one, "seconds", each.millis());
            Json.put(one, "share", each.share());
            one.put("line", each.line().options())
                    .put("why_no_line", each.line().whyNone());
        });
        zones(node.putObject("zones"), diagnosis.zones(), dollars);
        causes(node, diagnosis.causes());
    }

    private static void executors(ObjectNode into, Executors executors) {
        into.put("executors", executors.count());
        ObjectNode memory = into.putObject("executor_memory");
        Json.put(memory, "heap_least_bytes", executors.heap().least());
        Json.put(memory, "heap_most_bytes", executors.heap().most());
        Json.put(memory, "unified_least_bytes", executors.unified().least());
        Json.put(memory, "unified_most_bytes", executors.unified().most());
    }

    static void damage(ObjectNode into, Damage damage) {
        into.put("damaged_lines", damage.lines())
                .put("damaged_parts", damage.parts())
                .put("damaged_ends", damage.ends())
                .put("first_damage", damage.first());
    }

    private static void verdict(ObjectNode into, Verdict verdict) {
        Json.put(into, "untold", verdict.untold());
        ArrayNode causes = into.putArray("causes");
        verdict.causes().forEach(each -> {
            ObjectNode node = causes.addObject();
            node.put("kind", each.kind().key()).put("place", each.place()).put("words", each.words());
            Json.put(node, "saves", each.saves());
            Json.put(node, "saves_least", each.savesLeast());
            Json.put(node, "saves_most", each.savesMost());
        });
    }

    /** Absent where no file of decisions tells of the application. */
    private static void causes(ObjectNode into, TimeCauses causes) {
        if (causes.sources().isEmpty()) {
            return;
        }
        ObjectNode node = into.putObject("causes");
        node.put("headline", SourcesText.headline(causes.sources().get()))
                .put("told", causes.coverage().told())
                .put("attempts", causes.coverage().attempts());
        Json.put(node, "told_share", causes.coverage().share());
        Json.put(node, "with_a_cause", causes.share());
        seconds(node, "slot_wait_s", causes.slotWaitMillis());
        ArrayNode all = node.putArray("task_time");
        causes.causes().forEach(each -> {
            ObjectNode one = all.addObject();
            one.put("kind", each.kind().key())
                    .put("place", each.place())
                    .put("words", each.words())
                    .put("meaning", each.kind().meaning());
            seconds(one, "seconds", each.millis());
            Json.put(one, "share", each.share());
        });
        SourcesJson.put(node, causes.sources().get());
    }

    private static void seconds(ObjectNode into, String key, double millis) {
        Json.put(into, key, millis / MILLIS);
    }

    private static void split(ObjectNode into, Split split) {
        for (Part part : Part.values()) {
            seconds(into, part.key() + "_s", split.of(part));
        }
        seconds(into, "total_s", split.total());
    }

    private static void blocked(ObjectNode into, Blocked blocked) {
        seconds(into, "network_measured_s", blocked.networkMeasured());
        seconds(into, "network_at_most_s", blocked.networkAtMost());
        seconds(into, "disks_measured_s", blocked.disksMeasured());
        seconds(into, "disks_at_most_s", blocked.disksAtMost());
        seconds(into, "reading_at_most_s", blocked.reading());
    }

    private static void bound(ObjectNode into, Bound bound) {
        into.put("cause", bound.cause().key()).put("title", bound.cause().title());
        Json.put(into, "measured", bound.measured());
        Json.put(into, "at_most", bound.atMost());
    }

    private static void straggler(ObjectNode into, Straggler each) {
        into.put("host", each.host()).put("everywhere", each.everywhere());
        ArrayNode stages = into.putArray("stages");
        each.stages().forEach(stages::add);
        Json.put(into, "chance", each.chance());
        Json.put(into, "factor", each.factor());
        seconds(into, "excess_s", each.excessMillis());
        into.put("tasks", each.tasks())
                .put("kind", each.kind().key())
                .put("kind_title", each.kind().title());
        Json.put(into, "kind_share", each.kindShare());
        saving(into.putObject("without"), each.without());
        saving(into.putObject("repaired"), each.repaired());
    }

    private static void saving(ObjectNode into, Saving saving) {
        Json.putShort(into, "share", saving.share());
        Json.putShort(into, "low", saving.low());
        Json.putShort(into, "high", saving.high());
        into.put("text", Figures.saving(saving));
    }

    private static void skews(ArrayNode into, Diagnosis diagnosis) {
        diagnosis.skews().forEach(skew -> {
            ObjectNode one = into.addObject();
            one.put("stage", skew.stage()).put("host", skew.host()).put("task", skew.partition());
            seconds(one, "seconds", skew.millis());
            seconds(one, "median_s", skew.medianMillis());
            Json.put(one, "bytes", skew.bytes());
            Json.put(one, "median_bytes", skew.medianBytes());
            one.put("by_data", skew.byData()).put("mostly", skew.most().key()).put("why", DiagnosisText.why(skew));
        });
    }

    private static void stage(ObjectNode into, StageFindings stage) {
        into.put("stage", stage.label())
                .put("name", stage.name())
                .put("planned", stage.planned())
                .put("attempts", stage.attempts());
        seconds(into, "began_s", stage.beganMillis());
        seconds(into, "seconds", stage.millis());
        seconds(into, "first_wait_s", stage.waits().first());
        seconds(into, "mean_wait_s", stage.waits().mean());
        Json.put(into, "spilled_bytes", stage.spilledBytes());
        split(into.putObject("task_time"), stage.split());
        blocked(into.putObject("blocked"), stage.blocked());
        ObjectNode atMost = into.putObject("at_most");
        for (Cause cause : Cause.values()) {
            Json.put(atMost, cause.key(), stage.atMost().getOrDefault(cause, 0.0));
        }
    }

    private static void zones(ObjectNode into, ZoneTraffic zones, double dollars) {
        into.put("known", zones.isKnown());
        Json.put(into, "across_bytes", zones.across());
        Json.put(into, "inside_bytes", zones.inside());
        Json.put(into, "unplaced_bytes", zones.unplaced());
        Json.put(into, "placement_saves_at_most_bytes", zones.saved());
        Json.put(into, "dollars", zones.across() / 1e9 * dollars);
        Json.put(into, "placement_saves_at_most_dollars", zones.saved() / 1e9 * dollars);
        into.put("text", zones.isKnown() ? DiagnosisText.zoneSentence(zones, dollars) : "");
        ArrayNode pairs = into.putArray("pairs");
        zones.pairs().forEach(pair -> {
            ObjectNode one = pairs.addObject();
            one.put("from", pair.from()).put("to", pair.to());
            Json.put(one, "bytes", pair.bytes());
        });
    }
}

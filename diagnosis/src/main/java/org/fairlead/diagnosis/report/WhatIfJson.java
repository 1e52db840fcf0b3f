// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.fairlead.diagnosis.log.TellingLine;
import org.fairlead.diagnosis.replay.PartCheck;
import org.fairlead.diagnosis.replay.Scenario;
import org.fairlead.diagnosis.simulation.ClusterChange;
import org.fairlead.diagnosis.simulation.PolicyAnswer;
import org.fairlead.diagnosis.stragglers.Straggler.Saving;
import org.fairlead.diagnosis.whatif.Prediction;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.report.Json;

/** Answers for programs: times in seconds. docs/why.md describes the keys. */
public final class WhatIfJson {
    private static final int SCHEMA = 1;
    private static final double MILLIS = 1000;

    private WhatIfJson() {}

    /**
     * In UTF-8, indented. The same logs give the same bytes.
     *
     * @param unanswered a sentence for each log of which nothing can be said
     */
    public static byte[] bytes(List<WhatIfAnswer> answers, List<String> unanswered) {
        return Json.bytes(root(answers, unanswered, Integer.MAX_VALUE));
    }

    /** @param mostParts jobs, and stages, of each application: those that took longest */
    static ObjectNode root(List<WhatIfAnswer> answers, List<String> unanswered, int mostParts) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA);
        ArrayNode applications = root.putArray("applications");
        answers.forEach(answer -> application(applications.addObject(), answer, mostParts));
        ArrayNode without = root.putArray("unanswered");
        unanswered.forEach(without::add);
        return root;
    }

    private static void application(ObjectNode node, WhatIfAnswer answer, int mostParts) {
        node.put("id", answer.id());
        node.put("name", answer.name());
        DiagnosisJson.damage(node, answer.damage());
        Json.put(node, "logged_s", answer.check().loggedMillis() / MILLIS);
        Json.put(node, "replayed_s", answer.check().replayedMillis() / MILLIS);
        Json.put(node, "stages_off", answer.check().stagesOff());
        node.put("answered", answer.check().holds());
        ArrayNode predictions = node.putArray("predictions");
        answer.predictions().forEach(each -> prediction(predictions.addObject(), each, answer.observing()));
        answer.policies().ifPresent(policies -> policies(node.putObject("simulation"), policies));
        parts(node.putArray("jobs"), answer.jobs(), mostParts);
        parts(node.putArray("stages"), answer.stages(), mostParts);
        node.put("jobs_all", answer.jobs().size())
                .put("stages_all", answer.stages().size());
    }

    private static void prediction(ObjectNode node, Prediction prediction, TellingLine observing) {
        node.put("what_if", prediction.change().words());
        Json.put(node, "links", prediction.change().links());
        Json.put(node, "disks", prediction.change().disks());
        if (prediction.change().lacksHost()) {
            node.put("without_host", prediction.change().withoutHost());
        }
        if (prediction.change().executors() != Scenario.AS_LOGGED) {
            node.put("executors", prediction.change().executors());
        }
        if (prediction.change().repairsHost()) {
            node.put("repaired_host", prediction.change().repairedHost());
        }
        if (prediction.change().quiet()) {
            node.put("background", "none");
        }
        Json.put(node, "least_s", prediction.leastMillis() / MILLIS);
        Json.put(node, "most_s", prediction.mostMillis() / MILLIS);
        node.put("declined", DeclinedText.of(prediction, observing));
    }

    private static void policies(ObjectNode node, PolicyAnswer answer) {
        PolicyAnswer.Setting setting = answer.setting();
        node.put("hosts", setting.hosts()).put("racks", setting.racks()).put("slots", setting.slots());
        node.put("hosts_without_rack", setting.hostsWithoutRack());
        Json.put(node, "link_bytes_per_s", setting.linkBytesPerSecond());
        node.put("link_is_assumed", setting.linkIsAssumed())
                .put("input_on_hosts", setting.inputOnHosts())
                .put("background", setting.background())
                .put("seeds", setting.seeds());
        Json.put(node, "stock_s", answer.check().replayedMillis() / MILLIS);
        Json.put(node, "stages_off", answer.check().stagesOff());
        node.put("answered", answer.check().holds());
        Json.put(node, "fetch_wait_logged_s", answer.fetching().loggedMillis() / MILLIS);
        Json.put(node, "fetch_wait_simulated_s", answer.fetching().simulatedMillis() / MILLIS);
        busiest(node, answer.busiest());
        ArrayNode contenders = node.putArray("policies");
        answer.contenders().forEach(each -> {
            ObjectNode one = contenders.addObject();
            one.put("policies", each.policies());
            change(one, each.change());
            Json.put(one, "seconds", each.millis() / MILLIS);
            Json.put(one, "least_s", each.leastMillis() / MILLIS);
            Json.put(one, "most_s", each.mostMillis() / MILLIS);
            Saving saving = PolicyText.saving(each, answer.check());
            Json.putShort(one, "saves", saving.share());
            busiest(one, each.busiest());
            Json.putShort(one, "input_from_other_hosts", each.far());
            ArrayNode gains = one.putArray("stages");
            each.gains().forEach(gain -> {
                ObjectNode stage = gains.addObject();
                stage.put("stage", gain.label()).put("name", gain.name());
                Json.put(stage, "stock_s", gain.stockMillis() / MILLIS);
                Json.put(stage, "seconds", gain.millis() / MILLIS);
                Json.put(stage, "stock_input_s", gain.stockInputMillis() / MILLIS);
                Json.put(stage, "input_s", gain.inputMillis() / MILLIS);
            });
        });
    }

    /** As of a prediction; nothing for a policy on the cluster of the log. */
    private static void change(ObjectNode node, ClusterChange change) {
        if (change.isNone()) {
            return;
        }
        node.put("what_if", change.words());
        Json.put(node, "links", change.links());
        if (change.lacksHost()) {
            node.put("without_host", change.withoutHost());
        }
        if (change.countsExecutors()) {
            node.put("executors", change.executors());
        }
    }

    private static void busiest(ObjectNode node, PolicyAnswer.BusiestLink link) {
        node.put("busiest_link", link.name());
        Json.putShort(node, "busiest_share", link.share());
    }

    private static void parts(ArrayNode into, List<PartCheck> all, int most) {
        WhatIfText.longest(all, most).forEach(each -> {
            ObjectNode one = into.addObject();
            one.put("label", each.label()).put("name", each.name()).put("tasks", each.tasks());
            Json.put(one, "logged_s", each.loggedMillis() / MILLIS);
            Json.put(one, "replayed_s", each.replayedMillis() / MILLIS);
            Json.put(one, "simulated_s", each.simulatedMillis() / MILLIS);
        });
    }
}

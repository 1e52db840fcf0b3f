// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.fairlead.diagnosis.replay.Scenario;
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
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schema", SCHEMA);
        ArrayNode applications = root.putArray("applications");
        answers.forEach(answer -> application(applications.addObject(), answer));
        ArrayNode without = root.putArray("unanswered");
        unanswered.forEach(without::add);
        return Json.bytes(root);
    }

    private static void application(ObjectNode node, WhatIfAnswer answer) {
        node.put("id", answer.id());
        node.put("name", answer.name());
        Json.put(node, "logged_s", answer.check().loggedMillis() / MILLIS);
        Json.put(node, "replayed_s", answer.check().replayedMillis() / MILLIS);
        Json.put(node, "stages_off", answer.check().stagesOff());
        node.put("answered", answer.check().holds());
        ArrayNode predictions = node.putArray("predictions");
        answer.predictions().forEach(each -> prediction(predictions.addObject(), each));
    }

    private static void prediction(ObjectNode node, Prediction prediction) {
        node.put("what_if", prediction.change().words());
        Json.put(node, "links", prediction.change().links());
        Json.put(node, "disks", prediction.change().disks());
        if (prediction.change().lacksHost()) {
            node.put("without_host", prediction.change().withoutHost());
        }
        if (prediction.change().executors() != Scenario.AS_LOGGED) {
            node.put("executors", prediction.change().executors());
        }
        Json.put(node, "least_s", prediction.leastMillis() / MILLIS);
        Json.put(node, "most_s", prediction.mostMillis() / MILLIS);
    }
}

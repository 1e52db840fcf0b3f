// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.fairlead.diagnosis.analysis.Answers;
import org.fairlead.diagnosis.analysis.Diagnosis;
import org.fairlead.diagnosis.analysis.TimeCauses;
import org.fairlead.diagnosis.attribution.Part;
import org.fairlead.report.Json;
import org.fairlead.report.page.OfflinePage;

/** Diagnoses as one page that needs no network: the answer, where the time went, what could be saved at most, slow hosts, stages. */
public final class DiagnosisPage {
    /** Of each application: enough to see where time went, and few enough for any browser. */
    private static final int MOST_STAGES = 60;

    private DiagnosisPage() {}

    private static String causes(TimeCauses causes) {
        return causes.sources()
                .map(sources -> SourcesText.headline(sources) + " " + TimeCausesText.sentence(causes))
                .orElse("");
    }

    /** In UTF-8. */
    public static byte[] render(Answers answers, double dollarsPerGigabyte) {
        ObjectNode root = DiagnosisJson.root(answers, dollarsPerGigabyte, MOST_STAGES);
        ArrayNode parts = root.putArray("parts");
        for (Part part : Part.values()) {
            parts.addObject().put("key", part.key()).put("title", part.title()).put("meaning", part.meaning());
        }
        for (int i = 0; i < answers.diagnoses().size(); i++) {
            Diagnosis diagnosis = answers.diagnoses().get(i);
            ((ObjectNode) root.path("applications").path(i))
                    .put("title", Sentence.name(diagnosis))
                    .put("setting", DiagnosisText.setting(diagnosis))
                    .put("no_straggler", DiagnosisText.noStraggler(diagnosis))
                    .put("causes_text", causes(diagnosis.causes()));
        }
        boolean one = answers.diagnoses().size() == 1;
        Diagnosis first = answers.diagnoses().get(0);
        return new OfflinePage(DiagnosisPage.class, "diagnosis")
                .words(
                        one ? Sentence.name(first) : answers.diagnoses().size() + " applications",
                        one
                                ? Sentence.headline(first)
                                : "Why " + answers.diagnoses().size() + " applications took so long",
                        one ? Sentence.details(first) : "")
                .data(Json.compact(root))
                .script("figures.js")
                .script("diagnosis.js")
                .render("diagnosis.main.html");
    }
}

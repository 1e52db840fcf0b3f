// SPDX-License-Identifier: Apache-2.0
package org.fairlead.diagnosis.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.fairlead.diagnosis.whatif.Prediction;
import org.fairlead.diagnosis.whatif.WhatIfAnswer;
import org.fairlead.report.Json;
import org.fairlead.report.page.OfflinePage;

/** Answers as one page that needs no network: what would be saved by what, where it comes from, and how far the log's own times are met. */
public final class WhatIfPage {
    /** Jobs, and stages, of each application. */
    private static final int MOST_PARTS = 60;

    private WhatIfPage() {}

    /**
     * In UTF-8.
     *
     * @param answers at least one
     * @param unanswered a sentence for each log of which nothing can be said
     */
    public static byte[] render(List<WhatIfAnswer> answers, List<String> unanswered) {
        ObjectNode root = WhatIfJson.root(answers, unanswered, MOST_PARTS);
        for (int i = 0; i < answers.size(); i++) {
            words((ObjectNode) root.path("applications").path(i), answers.get(i));
        }
        boolean one = answers.size() == 1;
        WhatIfAnswer first = answers.get(0);
        return new OfflinePage(WhatIfPage.class, "what-if")
                .words(
                        one ? WhatIfText.name(first) : answers.size() + " applications",
                        one ? headline(first) : "What " + answers.size() + " applications would have taken",
                        one ? WhatIfText.check(first) : "")
                .data(Json.compact(root))
                .script("figures.js")
                .script("whatif.js")
                .render("whatif.main.html");
    }

    private static void words(ObjectNode node, WhatIfAnswer answer) {
        node.put("title", WhatIfText.name(answer))
                .put("headline", headline(answer))
                .put("check", WhatIfText.check(answer));
        ArrayNode rows = node.putArray("rows");
        answer.predictions().forEach(each -> {
            ObjectNode row = rows.addObject()
                    .put("words", each.change().words())
                    .put("takes", WhatIfText.takes(each))
                    .put("saves", WhatIfText.saves(each, answer.check()))
                    .put("declined", each.isDeclined())
                    .put("where", each.isDeclined() ? DeclinedText.sentence(each, answer.observing()) : "");
            double logged = answer.check().loggedMillis();
            Json.put(row, "low", 1 - each.mostMillis() / logged);
            Json.put(row, "high", 1 - each.leastMillis() / logged);
        });
        answer.policies().ifPresent(policies -> {
            node.put("setting", PolicyText.setting(policies));
            if (!policies.contenders().isEmpty()) {
                node.put("links", PolicyText.links(policies));
            }
            policies.contenders().forEach(each -> {
                ObjectNode row = rows.addObject()
                        .put("words", "policies: " + PolicyText.words(each, policies.setting()))
                        .put("takes", PolicyText.takes(each))
                        .put("saves", PolicyText.saves(each, policies.check()))
                        .put("where", PolicyText.where(each, policies.check()).orElse(""));
                Json.put(row, "low", PolicyText.saving(each, policies.check()).low());
                Json.put(row, "high", PolicyText.saving(each, policies.check()).high());
            });
        });
    }

    /** The first answer; else why there is none. */
    private static String headline(WhatIfAnswer answer) {
        if (!answer.predictions().isEmpty()) {
            Prediction first = answer.predictions().get(0);
            String words = first.change().words();
            return (words.startsWith("without ") ? "W" + words.substring(1) : "With " + words) + ": "
                    + (first.isDeclined()
                            ? "cannot be told within 10 %"
                            : "saves " + WhatIfText.saves(first, answer.check()));
        }
        return answer.policies()
                .flatMap(policies -> policies.contenders().stream()
                        .findFirst()
                        .map(each -> "Under " + PolicyText.words(each, policies.setting()) + ": saves "
                                + PolicyText.saves(each, policies.check())))
                .orElse("No answer: the log's own time is not met");
    }
}

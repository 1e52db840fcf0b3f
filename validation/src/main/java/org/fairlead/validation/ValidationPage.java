// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.fairlead.protocol.report.OfflinePage;

/** A validation as one page that needs no network: predicted against measured, errors by size, the constants with their origin. */
final class ValidationPage {
    private ValidationPage() {}

    static byte[] render(Validation validation, ObjectNode data) {
        return new OfflinePage(ValidationPage.class, "simulator")
                .put("title", "The simulator beside the testbed")
                .put("lede", "")
                .put("headline", OfflinePage.html(headline(validation)))
                .put("data", OfflinePage.scriptSafe(new String(ValidationJson.bytes(data), StandardCharsets.UTF_8)))
                .script("validation.js")
                .render("validation.main.html")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String headline(Validation validation) {
        return validation.times().isEmpty()
                ? "Nothing was predicted"
                : "Half of the completion times are predicted within "
                        + Validation.percent(Validation.quantile(validation.times(), 0.5)) + ", 95 % within "
                        + Validation.percent(Validation.quantile(validation.times(), 0.95));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.fairlead.report.Json;
import org.fairlead.report.page.OfflinePage;

/** A validation as one page that needs no network: predicted against measured, errors by size, the constants with their origin. */
final class ValidationPage {
    private ValidationPage() {}

    static byte[] render(Validation validation, ObjectNode data) {
        return new OfflinePage(ValidationPage.class, "simulator")
                .words("The simulator beside the testbed", headline(validation), "")
                .data(Json.bytes(data))
                .script("validation.js")
                .render("validation.main.html");
    }

    private static String headline(Validation validation) {
        return validation.times().isEmpty()
                ? "Nothing was predicted"
                : "Half of the completion times are predicted within "
                        + Validation.percent(Validation.quantile(validation.times(), 0.5)) + ", 95 % within "
                        + Validation.percent(Validation.quantile(validation.times(), 0.95));
    }
}

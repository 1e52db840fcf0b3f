// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.application;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What stands for a part that a sender left out. */
final class MissingPart {
    private static final StageReport.BytesRead NO_BYTES = new StageReport.BytesRead(0, 0, 0, 0, 0, 0);

    private MissingPart() {}

    static String text(String value) {
        return Objects.requireNonNullElse(value, "");
    }

    static <T> List<T> list(List<T> values) {
        return values == null ? List.of() : List.copyOf(values);
    }

    static Map<String, Long> counts(Map<String, Long> counts) {
        return counts == null ? Map.of() : Map.copyOf(counts);
    }

    static StageReport.BytesRead bytes(StageReport.BytesRead bytes) {
        return Objects.requireNonNullElse(bytes, NO_BYTES);
    }

    static StageReport stage(StageReport stage) {
        if (stage == null) {
            throw new IllegalArgumentException("stage: it is missing");
        }
        return stage;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelftestResultTest {
    private static JsonNode json(boolean within, boolean disturbed) {
        SelftestResult.Verdict verdict = SelftestResult.Verdict.of(true, within, disturbed);
        SelftestResult.Limit limit = new SelftestResult.Limit("tcp", 1, 1, 0, 0.1, 0, verdict);
        return new ObjectMapper().valueToTree(new SelftestResult(1, List.of(limit), List.of(), List.of(), List.of()));
    }

    @Test
    void jsonSaysHowItCameOut() {
        assertThat(json(true, true).path("passed").asBoolean()).isTrue();
        assertThat(json(true, true).path("disturbed").asBoolean(true)).isFalse();
        assertThat(json(false, true).path("passed").asBoolean(true)).isFalse();
        assertThat(json(false, true).path("disturbed").asBoolean()).isTrue();
        assertThat(json(false, false).path("disturbed").asBoolean(true)).isFalse();
    }
}

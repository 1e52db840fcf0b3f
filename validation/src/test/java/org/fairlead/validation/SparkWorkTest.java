// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.sim.calibration.Constants;
import org.junit.jupiter.api.Test;

class SparkWorkTest {
    private static final Map<String, String> SHUFFLED = Map.of(SparkWork.BROADCASTS, "262144");

    private final SparkWork known = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));

    @Test
    void whatJoinsNothingIsTheSameUnderAllSettings() {
        assertThat(known.of("q1", Map.of())).isEqualTo(known.of("q1", SHUFFLED)).hasSize(4);
    }

    @Test
    void whatIsBroadcastDecidesTheStagesOfAJoin() {
        assertThat(known.of("q3", Map.of()).stream().filter(SparkWork.Part::onDriver))
                .hasSize(1);
        assertThat(known.of("q3", SHUFFLED).stream().filter(SparkWork.Part::onDriver))
                .hasSize(2);
    }

    @Test
    void whatIsNotKnownIsNamedBesideWhatIs() {
        assertThatThrownBy(() -> known.of("q3", Map.of(SparkWork.BROADCASTS, "1000")))
                .hasMessageContaining("'q3' with spark.sql.autoBroadcastJoinThreshold = 1000")
                .hasMessageContaining("known: mix-search, mix-word-count, q1, q6, sort, word-count")
                .hasMessageContaining("with 131072: q12, q14, q3, q9; with 262144: q18, q21, q3, q5, q9");
    }

    @Test
    void allButTheSmallestTablesGrowWithTheScale() {
        assertThat(known.tableBytes("lineitem", 0.1)).isCloseTo(2 * known.tableBytes("lineitem", 0.05), within(1.0));
        assertThat(known.tableBytes("nation", 0.1)).isEqualTo(known.tableBytes("nation", 0.05));
        assertThatThrownBy(() -> known.tableBytes("lines", 1)).hasMessageContaining("'lines'");
    }

    @Test
    void allConstantsOfStagesAreKnown() {
        Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));

        for (String query : new String[] {"q1", "q3", "q5", "q9", "q18", "q21"}) {
            for (SparkWork.Part part : known.of(query, SHUFFLED)) {
                part.compute()
                        .ifPresent(name -> assertThat(constants.value(name)).isPositive());
            }
        }
    }

    @Test
    void aStageThatReadsNothingAndFollowsNothingIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> SparkWork.from(Yaml.parse("w.yaml", """
                        bytes-per-scale: {}
                        bytes: {}
                        work: {q1: [{tasks: 1}]}
                        joins: {}
                        """)))
                .hasMessageContaining("w.yaml:3")
                .hasMessageContaining("'reads' or 'after'");
    }
}

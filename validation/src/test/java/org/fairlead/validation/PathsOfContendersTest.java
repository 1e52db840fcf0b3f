// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.cluster.Cluster;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.fairlead.testbed.experiment.TrafficPoint;
import org.junit.jupiter.api.Test;

/** Who chooses paths on the testbed chooses them in the prediction, under the traffic that each repetition has. */
class PathsOfContendersTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    private final Scenario scenario =
            ScenarioFile.read(HOME.resolve("scenarios/paths-tpch.yaml"), HOME, Optional.of(11L));

    @Test
    void aContendersPathsAreThoseOfWhomItRefersTo() {
        Map<String, String> rules = new HashMap<>();
        for (Contender contender : scenario.contenders()) {
            Policies.Paths paths = TestbedCluster.policies(scenario, contender).paths();
            rules.put(contender.name(), paths.rule() + (paths.together() ? ", together" : ""));
            if (!paths.equals(Policies.Paths.NETWORK)) {
                assertThat(paths.classes()).containsExactlyInAnyOrder(TrafficClass.BLOCK_READ, TrafficClass.SHUFFLE);
            }
        }

        assertThat(rules)
                .containsEntry("stock", "network")
                .containsEntry("fairlead-tasks", "network")
                .containsEntry("flows", "fairlead")
                .containsEntry("tasks-network", "fairlead, together")
                .containsEntry("clairvoyant-network", "clairvoyant, together")
                .containsEntry("cormorant-network", "most-available, together")
                .containsEntry("fairlead-network", "fairlead, together");
    }

    @Test
    void eachRepetitionHasItsOwnTraffic() {
        TrafficPoint point = scenario.points().get(0);
        Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
        Contender stock = scenario.contenders().get(0);
        Cluster first = TestbedCluster.of(scenario, stock, point.traffic(1), constants, 2);

        assertThat(TestbedCluster.of(scenario, stock, point.traffic(1), constants, 2)
                        .background())
                .isEqualTo(first.background());
        assertThat(TestbedCluster.of(scenario, stock, point.traffic(2), constants, 2)
                        .background())
                .isNotEqualTo(first.background());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.fairlead.sim.calibration.Constants;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.jobs.policy.Policies;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.cluster.contender.Contender.Engine;
import org.fairlead.testbed.experiment.Scenario;
import org.fairlead.testbed.experiment.ScenarioFile;
import org.fairlead.testkit.ExampleJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A contender of the testbed names a policy that its own jar brings; a prediction takes it by the same name. */
class PolicyOfAContenderTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path directory;

    @Test
    void theTestbedGetsTheJarAndThePredictionThePolicy() throws Exception {
        Path jar = ExampleJar.in(directory);
        Files.writeString(directory.resolve("example.yaml"), """
                name: example
                jars: {hdfs: [example.jar], spark: [example.jar]}
                hdfs:
                  dfs.block.replicator.classname: org.fairlead.hdfs.placement.FairleadPlacementPolicy
                  fairlead.policy: example
                  fairlead.write.mode: enforce
                  fairlead.read.mode: enforce
                spark:
                  spark.plugins: io.fairlead.spark.FairleadPlugin
                  spark.fairlead.mode: enforce
                  spark.fairlead.policy: example
                """);
        Scenario scenario = ScenarioFile.read(
                Files.writeString(directory.resolve("predict-example.yaml"), """
                name: predict-example
                topology: four-racks
                workload:
                  - write: {on: all, size: 8MiB, block-size: 4MiB}
                contenders: [example.yaml]
                repetitions: 1
                """), HOME, Optional.empty());
        Contender contender = scenario.contenders().get(0);
        assertThat(contender.jars(Engine.HDFS)).containsExactly(jar);
        assertThat(contender.jars(Engine.SPARK)).containsExactly(jar);

        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (URLClassLoader withJar = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(withJar);
            Policies policies = TestbedCluster.policies(scenario, contender);
            assertThat(policies.replicas().placer()).isEqualTo("example");
            assertThat(policies.replicas().selector()).isEqualTo("bandwidth");
            assertThat(policies.tasks().assigner()).isEqualTo("example");

            Constants constants = Validator.constants(Constants.resource(Validator.class, "constants.yaml"));
            SparkWork work = SparkWork.from(Constants.resource(Validator.class, "spark-work.yaml"));
            Map<String, Map<String, Double>> predicted =
                    new Predictor(work, 1, 2, threads, RunObserver.NONE).predict(scenario, constants);
            assertThat(predicted.get("example").get("block_write_time")).isBetween(0.01, 1000.0);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            threads.shutdownNow();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.spark.SparkConf;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkPluginSettingsTest {
    private final SparkConf conf = new SparkConf(false);

    @Test
    void whatIsNotSaidHasADefault() {
        SparkPluginSettings settings = SparkPluginSettings.from(conf);

        assertThat(settings.modes().application()).isEqualTo(Mode.OBSERVE);
        assertThat(settings.plan().policy()).isEqualTo("fairlead");
        assertThat(settings.plan().firstWait()).isEqualTo(Duration.ofMillis(50));
        assertThat(settings.modesFile()).isEmpty();
        assertThat(settings.decisions().directory()).isEmpty();
    }

    @Test
    void poolsHaveModesOfTheirOwn() {
        conf.set("spark.fairlead.mode", "enforce").set("spark.fairlead.mode.pool.etl", "off");

        assertThat(SparkPluginSettings.from(conf).modes().byPool()).containsEntry("etl", Mode.OFF);
    }

    @Test
    void plansOfPublishedPoliciesAlwaysCount() {
        assertThat(SparkPluginSettings.from(conf).plan().always()).isFalse();
        assertThat(SparkPluginSettings.from(conf.set("spark.fairlead.policy", "cormorant"))
                        .plan()
                        .always())
                .isTrue();
        assertThat(SparkPluginSettings.from(conf.set("spark.fairlead.plan.always", "false"))
                        .plan()
                        .always())
                .isFalse();
    }

    @Test
    void whereObjectsAreFetchedAheadPlansAlwaysCount() {
        conf.set("spark.fairlead.prefetch.objects", "true");
        assertThat(SparkPluginSettings.from(conf).plan().always()).isFalse();

        conf.set("spark.fairlead.prefetch.mode", "enforce");

        assertThat(SparkPluginSettings.from(conf).plan().always()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "spark.fairlead.mode, always",
        "spark.fairlead.mode.pool.etl, always",
        "spark.fairlead.policy, best",
        "spark.fairlead.canary.share, 2",
        "spark.fairlead.plan.wait, 1h",
        "spark.fairlead.plan.always, yes",
        "spark.fairlead.plan.paces, slowly",
        "spark.fairlead.seed, one",
        "spark.fairlead.decisions.most, much",
        "spark.fairlead.prefetch.mode, always",
        "spark.fairlead.prefetch.memory, 1kB",
        "spark.fairlead.fault.prefetch, explode",
        "spark.fairlead.fault.policy, explode"
    })
    void whatNobodyUnderstandsIsOneSentenceWithTheValue(String key, String value) {
        conf.set(key, value);

        assertThatThrownBy(() -> SparkPluginSettings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(value.equals("2") ? "2.0" : value);
    }

    @ParameterizedTest
    @CsvSource({
        "spark.fairlead.mod, spark.fairlead.mode",
        "spark.fairlead.controller, spark.fairlead.controllers",
        "spark.fairlead.tokenfile, spark.fairlead.token.file"
    })
    void aKeyThatNobodyKnowsIsRefusedWithTheOneThatWasMeant(String key, String meant) {
        conf.set(key, "1");

        assertThatThrownBy(() -> SparkPluginSettings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(key + ": no such key; did you mean " + meant + "?");
    }

    @Test
    void theContendersKeysAreKnownAndTheDocsHaveThemAll() throws IOException {
        String docs = Files.readString(Path.of("../docs/spark.md"));
        assertThat(SparkPluginSettings.knownKeys())
                .allSatisfy(key -> assertThat(docs).contains("`" + key));

        try (DirectoryStream<Path> contenders = Files.newDirectoryStream(Path.of("../contenders"), "*.yaml")) {
            for (Path contender : contenders) {
                Yaml.read(contender).optional("spark").ifPresent(node -> node.mapping().keySet().stream()
                        .filter(key -> key.startsWith("spark.fairlead."))
                        .forEach(key -> assertThat(SparkPluginSettings.knownKeys())
                                .as(contender.toString())
                                .contains(key)));
            }
        }
    }
}

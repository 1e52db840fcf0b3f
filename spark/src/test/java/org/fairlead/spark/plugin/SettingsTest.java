package org.fairlead.spark.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.spark.SparkConf;
import org.fairlead.protocol.plugin.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private final SparkConf conf = new SparkConf(false);

    @Test
    void whatIsNotSaidHasADefault() {
        Settings settings = Settings.from(conf);

        assertThat(settings.modes().application()).isEqualTo(Mode.OBSERVE);
        assertThat(settings.plan().policy()).isEqualTo("fairlead");
        assertThat(settings.plan().firstWait()).isEqualTo(Duration.ofMillis(50));
        assertThat(settings.modesFile()).isEmpty();
        assertThat(settings.decisions().directory()).isEmpty();
    }

    @Test
    void poolsHaveModesOfTheirOwn() {
        conf.set("spark.fairlead.mode", "enforce").set("spark.fairlead.mode.pool.etl", "off");

        assertThat(Settings.from(conf).modes().byPool()).containsEntry("etl", Mode.OFF);
    }

    @Test
    void plansOfPublishedPoliciesAlwaysCount() {
        assertThat(Settings.from(conf).plan().always()).isFalse();
        assertThat(Settings.from(conf.set("spark.fairlead.policy", "cormorant"))
                        .plan()
                        .always())
                .isTrue();
        assertThat(Settings.from(conf.set("spark.fairlead.plan.always", "false"))
                        .plan()
                        .always())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "spark.fairlead.mode, always",
        "spark.fairlead.mode.pool.etl, always",
        "spark.fairlead.policy, best",
        "spark.fairlead.canary.share, 2",
        "spark.fairlead.plan.wait, 1h",
        "spark.fairlead.plan.always, yes",
        "spark.fairlead.seed, one",
        "spark.fairlead.decisions.most, much",
        "spark.fairlead.fault.policy, explode"
    })
    void whatNobodyUnderstandsIsOneSentenceWithTheValue(String key, String value) {
        conf.set(key, value);

        assertThatThrownBy(() -> Settings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(value.equals("2") ? "2.0" : value);
    }
}

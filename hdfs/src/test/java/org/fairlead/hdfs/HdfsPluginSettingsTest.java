// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HdfsPluginSettingsTest {
    @Test
    void nothingSaidMeansObserve() {
        HdfsPluginSettings settings = HdfsPluginSettings.from(new Configuration(false));
        assertThat(settings.modes().write()).isEqualTo(Mode.OBSERVE);
        assertThat(settings.modes().read()).isEqualTo(Mode.OBSERVE);
        assertThat(settings.threshold()).isEqualTo(1 << 20);
    }

    @ParameterizedTest
    @CsvSource({
        "fairlead.write.mode, sometimes, 'off, observe, canary, enforce'",
        "fairlead.canary.share, 2, between 0 and 1",
        "fairlead.canary.share, much, between 0 and 1",
        "fairlead.canary.share, 10%, between 0 and 1",
        "fairlead.path.canary.share, NaN, between 0 and 1",
        "fairlead.policy, best, 'random, sinbad, fairlead, clairvoyant'",
        "fairlead.policy, clairvoyant, fairlead.clairvoyant.file",
        "fairlead.decision.budget, 0ms, above 0",
        "fairlead.heartbeat.interval, 1ms, 100ms",
        "fairlead.controllers, h1:x, HOST:PORT",
        "fairlead.link.host, quick, 100mbit",
        "fairlead.fault.policy, burn, throw",
        "fairlead.token.in.clear, perhaps, 'true, false'",
        "fairlead.tls.certificate, a.pem, fairlead.tls.key: missing",
        "fairlead.tls.trust.store.password, secret, fairlead.tls.trust.store: missing",
        "fairlead.application.names, 0, from 1 to 256",
    })
    void whatCannotBeUsedIsNamedWithWhatIsAccepted(String key, String value, String accepted) {
        Configuration conf = new Configuration(false);
        conf.set(key, value);
        assertThatThrownBy(() -> HdfsPluginSettings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(accepted)
                .hasMessageContaining("fairlead.");
    }

    @ParameterizedTest
    @CsvSource({
        "fairlead.write.mod, fairlead.write.mode",
        "fairlead.link.hosts, fairlead.link.host",
        "fairlead.controler.bind, fairlead.controller.bind"
    })
    void aKeyThatNobodyKnowsIsRefusedWithTheOneThatWasMeant(String key, String meant) {
        Configuration conf = new Configuration(false);
        conf.set(key, "1");

        assertThatThrownBy(() -> HdfsPluginSettings.from(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(key + ": no such key; did you mean " + meant + "?");
    }

    @Test
    void theContendersKeysAreKnownAndTheDocsHaveThemAll() throws IOException {
        String docs = Files.readString(Path.of("../docs/hdfs.md"));
        assertThat(HdfsPluginSettings.knownKeys())
                .allSatisfy(key -> assertThat(docs).contains("`" + key));

        try (DirectoryStream<Path> contenders = Files.newDirectoryStream(Path.of("../contenders"), "*.yaml")) {
            for (Path contender : contenders) {
                Yaml.read(contender).optional("hdfs").ifPresent(node -> node.mapping().keySet().stream()
                        .filter(key -> key.startsWith("fairlead."))
                        .forEach(key -> assertThat(HdfsPluginSettings.knownKeys())
                                .as(contender.toString())
                                .contains(key)));
            }
        }
    }
}

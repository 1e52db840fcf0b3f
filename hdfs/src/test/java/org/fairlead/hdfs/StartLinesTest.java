// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;

/** What the log says of a plug-in that cannot be used: one warning with the key, no stack trace, and nothing is thrown. */
class StartLinesTest {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger log = (Logger) Proxy.newProxyInstance(
            Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, (proxy, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("warn");
                assertThat(arguments[1]).isInstanceOf(String.class);
                lines.add(((String) arguments[0]).replace("{}", (String) arguments[1]));
                return null;
            });

    private static Configuration with(String key, String value) {
        Configuration conf = new Configuration(false);
        conf.set(key, value);
        return conf;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fairlead.write.mod| enforce| fairlead.write.mod: no such key; did you mean fairlead.write.mode?",
                "fairlead.policy| best| fairlead.policy: no placement policy 'best'; accepted: random, sinbad, fairlead, clairvoyant"
            })
    void aNameNodeSaysWhichKeyAndWhatIsAccepted(String key, String value, String why) {
        FairleadNameNodePlugin plugin = new FairleadNameNodePlugin(log);
        plugin.setConf(with(key, value));

        plugin.start(null);
        plugin.stop();

        assertThat(lines).containsExactly("Fairlead is off, the NameNode runs as stock: " + why);
    }

    @Test
    void soDoesADataNode() throws InterruptedException {
        FairleadDataNodePlugin plugin = new FairleadDataNodePlugin(log);
        plugin.setConf(with("fairlead.agent.hots", "h1"));

        plugin.start(null);
        for (int i = 0; i < 1000 && lines.isEmpty(); i++) {
            Thread.sleep(10);
        }
        plugin.stop();

        assertThat(lines)
                .containsExactly(
                        "Fairlead is off, this DataNode's counters are not reported: fairlead.agent.hots: no such"
                                + " key; did you mean fairlead.agent.host?");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.plugin.Mode;
import org.junit.jupiter.api.Test;

class DecisionTest {
    private static DecisionMessage message(String path, String reason) {
        return message(path, List.of(), reason, List.of());
    }

    private static DecisionMessage message(String path, List<Host> chosen, String reason, List<Host> stock) {
        return new Decision(
                        1,
                        DecisionCounters.Kind.WRITE,
                        path,
                        "h1",
                        Mode.ENFORCE,
                        "fairlead",
                        true,
                        chosen,
                        List.of(),
                        reason,
                        stock,
                        2000)
                .message("nn:8020");
    }

    @Test
    void controlCharactersOfAPathAreBlanks() {
        DecisionMessage message = message("/a\nb\u0007c", "most\troom");

        assertThat(message.subject()).isEqualTo("/a b c");
        assertThat(message.reason()).isEqualTo("most room");
        assertThat(message.durationMicros()).isEqualTo(2);
    }

    @Test
    void whatIsLongIsShortened() {
        String clef = "\ud834\udd1e"; // one character, two of Java's
        DecisionMessage message = message("/" + clef.repeat(7999), clef.repeat(3000));

        assertThat(message.subject()).startsWith("/" + clef).endsWith("…");
        assertThat(message.reason()).startsWith(clef).endsWith("…");
    }

    @Test
    void ofManyReplicasTheFirstAreTold() {
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 10, 8, 1e9, 1).build();
        List<Host> many = topology.hosts();

        DecisionMessage message = message("/a", many, "most room", many);

        assertThat(message.chosen()).hasSize(DecisionMessage.MOST_CANDIDATES).startsWith("h1", "h2");
        assertThat(message.stock()).isEqualTo(message.chosen());
    }
}

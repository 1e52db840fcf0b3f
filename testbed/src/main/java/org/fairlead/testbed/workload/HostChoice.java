// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.fairlead.protocol.yaml.YamlNode;

/** Decides on which hosts clients run. */
public sealed interface HostChoice {
    /** Every host with a DataNode. */
    record All() implements HostChoice {}

    /** So many hosts with a DataNode, drawn by the round's seed; a host more than once when there are fewer. */
    record Count(int hosts) implements HostChoice {}

    /** These hosts, with a DataNode or without; a host may stand more than once. */
    record Named(List<String> hosts) implements HostChoice {
        public Named {
            hosts = List.copyOf(hosts);
        }
    }

    /** {@code all}, a number, or names. */
    static HostChoice from(YamlNode node) {
        if (node.isSequence()) {
            List<String> names = node.texts();
            if (names.isEmpty()) {
                throw node.invalid("no host; accepted: all, a number of hosts, or a list of host names");
            }
            return new Named(names);
        }
        String text = node.text();
        if (text.equals("all")) {
            return new All();
        }
        return Character.isDigit(text.charAt(0)) ? new Count(node.integer(1, 10_000)) : new Named(List.of(text));
    }

    /** The hosts that it names, if it names any. */
    default List<String> named() {
        return this instanceof Named named ? named.hosts() : List.of();
    }

    /** One host per client. */
    default List<String> choose(List<String> dataNodes, Random random) {
        if (this instanceof Named named) {
            return named.hosts();
        }
        if (this instanceof Count count) {
            List<String> chosen = new ArrayList<>();
            while (chosen.size() < count.hosts()) {
                List<String> shuffled = new ArrayList<>(dataNodes);
                Collections.shuffle(shuffled, random);
                chosen.addAll(shuffled.subList(0, Math.min(shuffled.size(), count.hosts() - chosen.size())));
            }
            return List.copyOf(chosen);
        }
        return dataNodes;
    }
}

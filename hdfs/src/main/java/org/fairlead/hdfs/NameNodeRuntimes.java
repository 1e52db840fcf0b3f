// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.net.NetworkTopology;

/**
 * Which runtime serves which NameNode. Hadoop makes plug-in, placement policies and network topology each by itself; what all of
 * a NameNode's share, and no two NameNodes of a process do, is the one NetworkTopology object. A process without our plug-in,
 * such as the Balancer, has no entry: stock decides there.
 */
public final class NameNodeRuntimes {
    private record Attachment(WeakReference<NetworkTopology> topology, DecisionRuntime runtime) {}

    private static volatile Attachment[] all = {};

    private NameNodeRuntimes() {}

    static synchronized void attach(NetworkTopology topology, DecisionRuntime runtime) {
        detach(runtime);
        Attachment[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = new Attachment(new WeakReference<>(topology), runtime);
        all = more;
    }

    static synchronized void detach(DecisionRuntime runtime) {
        all = Arrays.stream(all)
                .filter(attachment ->
                        attachment.runtime() != runtime && attachment.topology().get() != null)
                .toArray(Attachment[]::new);
    }

    /** Takes no lock; a process has one NameNode, a test's a few. */
    public static Optional<DecisionRuntime> of(NetworkTopology topology) {
        for (Attachment attachment : all) {
            if (attachment.topology().refersTo(topology)) {
                return Optional.of(attachment.runtime());
            }
        }
        return Optional.empty();
    }
}

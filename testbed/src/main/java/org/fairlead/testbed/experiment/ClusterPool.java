// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.fairlead.testbed.cluster.ClusterSite;
import org.fairlead.testbed.cluster.HdfsCluster;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.cluster.contender.Contender;

/**
 * The running HDFS clusters, one for each configuration that is compared: contenders alternate between clusters that stay
 * up, and stay warm, instead of waiting for restarts. When there are more configurations than may run at a time, the one
 * that was used longest ago makes room.
 */
final class ClusterPool implements AutoCloseable {
    private final ClusterSite site;
    private final HdfsSettings settings;
    private final int most;
    private final BiConsumer<Contender.HdfsKey, HdfsCluster> beforeStop;
    private final Map<Contender.HdfsKey, Member> members = new LinkedHashMap<>();
    private long uses;

    private static final class Member {
        private final HdfsCluster cluster;
        private final int index;
        private long lastUse;

        private Member(HdfsCluster cluster, int index) {
            this.cluster = cluster;
            this.index = index;
        }
    }

    /**
     * @param most how many clusters may run at a time
     * @param beforeStop called with a cluster that has to make room, and its configuration
     */
    ClusterPool(
            ClusterSite site, HdfsSettings settings, int most, BiConsumer<Contender.HdfsKey, HdfsCluster> beforeStop) {
        this.site = site;
        this.settings = settings;
        this.most = most;
        this.beforeStop = beforeStop;
    }

    /** Whether {@link #get} would have to start a cluster. */
    boolean isNew(Contender contender) {
        return !members.containsKey(contender.hdfsKey());
    }

    /** The cluster with a contender's configuration, ready for work. */
    HdfsCluster get(Contender contender) {
        Member member = members.get(contender.hdfsKey());
        if (member == null) {
            makeRoom();
            int index = freeIndex();
            HdfsCluster cluster = HdfsCluster.start(site, contender, index, settings);
            member = new Member(cluster, index);
            members.put(contender.hdfsKey(), member);
            cluster.awaitReady();
        }
        member.lastUse = ++uses;
        member.cluster.requireAlive();
        return member.cluster;
    }

    void requireAlive() {
        members.values().forEach(member -> member.cluster.requireAlive());
    }

    private void makeRoom() {
        while (members.size() >= most) {
            Contender.HdfsKey oldest = members.entrySet().stream()
                    .min(Comparator.comparingLong(entry -> entry.getValue().lastUse))
                    .orElseThrow()
                    .getKey();
            HdfsCluster cluster = members.remove(oldest).cluster;
            beforeStop.accept(oldest, cluster);
            cluster.close();
        }
    }

    private int freeIndex() {
        TreeSet<Integer> free = new TreeSet<>();
        for (int i = 0; i <= members.size(); i++) {
            free.add(i);
        }
        members.values().forEach(member -> free.remove(member.index));
        return free.first();
    }

    @Override
    public void close() {
        List<Member> all = new ArrayList<>(members.values());
        members.clear();
        all.forEach(member -> member.cluster.close());
    }
}

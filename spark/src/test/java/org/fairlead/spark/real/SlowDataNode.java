// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.real;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.fairlead.protocol.application.DecisionLine;
import org.fairlead.protocol.application.DecisionsReader;
import org.fairlead.protocol.application.SourceReads;

/** A real HDFS of which one DataNode gives little, and what a file of decisions says of what DataNodes gave. */
final class SlowDataNode {
    private SlowDataNode() {}

    /** @param slow one of the hosts, whose DataNode gives so many bytes a second to all its readers */
    static MiniDFSCluster start(Path directory, List<String> hosts, String slow, long bytesPerSecond, int blockBytes)
            throws IOException {
        Configuration conf = new HdfsConfiguration();
        conf.set("hdfs.minidfs.basedir", directory.toString());
        conf.setLong("dfs.blocksize", blockBytes);
        Configuration throttled = new Configuration(false);
        throttled.setLong("dfs.datanode.data.read.bandwidthPerSec", bytesPerSecond);
        Configuration none = new Configuration(false);
        MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf)
                .numDataNodes(hosts.size())
                .hosts(hosts.toArray(String[]::new))
                .dataNodeConfOverlays(hosts.stream()
                        .map(host -> host.equals(slow) ? throttled : none)
                        .toArray(Configuration[]::new))
                .storagesPerDatanode(1)
                .build();
        hdfs.waitActive();
        return hdfs;
    }

    /** The lines of the only file of decisions there. */
    static List<DecisionLine> decisions(Path directory) throws IOException {
        List<DecisionLine> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            Path file = files.filter(each -> each.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            DecisionsReader.read(file, lines::add);
        }
        return lines;
    }

    /** What each DataNode gave, by its host. */
    static Map<String, SourceReads> gave(Stream<SourceReads> reads) {
        Map<String, SourceReads> sums = new TreeMap<>();
        reads.filter(each -> each.kind().equals(SourceReads.HDFS))
                .forEach(each -> sums.merge(each.source(), each, SourceReads::and));
        return sums;
    }
}

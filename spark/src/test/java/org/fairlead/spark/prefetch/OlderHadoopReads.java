// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;
import static org.fairlead.spark.prefetch.SmallHdfs.count;
import static org.fairlead.spark.prefetch.SmallHdfs.soon;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.plugin.HadoopOfThisProcess;
import org.fairlead.spark.read.ReadingWay;

/** What runs on the class path of another Hadoop: fetches, reads in every way, and prints {@code ok} and the version. */
final class OlderHadoopReads {
    private OlderHadoopReads() {}

    public static void main(String[] args) throws Exception {
        boolean well = false;
        byte[] whole = content(3 * BLOCK, 1);
        byte[] inPart = content(2 * BLOCK, 2);
        PrefetchSettings settings = new PrefetchSettings(Mode.ENFORCE, Optional.of(64L << 20), "none");
        try (SmallHdfs hdfs = SmallHdfs.start(Files.createTempDirectory("older-hadoop"), new Configuration(false));
                ExecutorStore store = ExecutorStore.start(settings, 0, hdfs.conf(), TimeSource.SYSTEM);
                FileSystem files = hdfs.ofTasks()) {
            hdfs.write("/whole", whole);
            hdfs.write("/part", inPart);
            List<ExtentRequest> requests = new ArrayList<>(hdfs.requests("/whole", "h3"));
            requests.add(hdfs.request("/part", hdfs.blocks("/part").get(1), 100_000, 300_000, "h1"));
            for (ExtentRequest request : requests) {
                store.request(request);
                soon(SmallHdfs.counts(store), () -> store.request(request) == State.HELD);
            }
            for (ReadingWay way : ReadingWay.values()) {
                way.read(files, new Path("/whole"), whole);
                way.read(files, new Path("/part"), inPart);
            }
            well = count(store, PrefetchCount.BYTES_READ) == count(store, PrefetchCount.BYTES_FETCHED)
                    && count(store, PrefetchCount.FAILURES) == 0
                    && HadoopOfThisProcess.missing().isEmpty();
            System.out.println(SmallHdfs.counts(store) + ", missing " + HadoopOfThisProcess.missing());
        }
        System.out.println((well ? "ok " : "not ok ") + VersionInfo.getVersion());
        System.exit(well ? 0 : 1);
    }
}

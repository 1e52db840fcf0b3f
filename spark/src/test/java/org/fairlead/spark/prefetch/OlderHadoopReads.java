// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.fairlead.spark.plugin.HadoopOfThisProcess;
import org.fairlead.spark.read.ReadingWay;

/** What runs on the class path of another Hadoop: fetches, reads in every way, and prints {@code ok} and the version. */
final class OlderHadoopReads {
    private OlderHadoopReads() {}

    public static void main(String[] args) throws Exception {
        boolean well = false;
        byte[] whole = content(3 * BLOCK, 1);
        byte[] inPart = content(2 * BLOCK, 2);
        try (SmallHdfs hdfs = SmallHdfs.start(Files.createTempDirectory("older-hadoop"));
                FetchingExecutor executor = hdfs.executor().start()) {
            hdfs.write("/whole", whole);
            hdfs.write("/part", inPart);
            List<ExtentRequest> requests = new ArrayList<>(hdfs.requests("/whole", "h3"));
            requests.add(hdfs.request("/part", hdfs.blocks("/part").get(1), 100_000, 300_000, "h1"));
            executor.fetch(requests);
            for (ReadingWay way : ReadingWay.values()) {
                way.read(executor.files(), new Path("/whole"), whole);
                way.read(executor.files(), new Path("/part"), inPart);
            }
            well = executor.count(PrefetchCount.BYTES_READ) == executor.count(PrefetchCount.BYTES_FETCHED)
                    && executor.count(PrefetchCount.FAILURES) == 0
                    && HadoopOfThisProcess.missing().isEmpty();
            System.out.println(executor.counts() + ", missing " + HadoopOfThisProcess.missing());
        }
        System.out.println((well ? "ok " : "not ok ") + VersionInfo.getVersion());
        System.exit(well ? 0 : 1);
    }
}

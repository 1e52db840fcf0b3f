// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderFactory;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.fairlead.spark.read.ReadingWay;
import org.fairlead.spark.read.ServedBytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
@Tag("long")
class EncryptionZoneTest {
    private static final String KEYS = "hadoop.security.key.provider.path";

    @TempDir
    private Path directory;

    @Test
    void theStoreHoldsCiphertextAndReadersGetPlainText() throws Exception {
        byte[] content = content(3 * BLOCK, 1);
        String keysFile = "jceks://file" + directory.resolve("keys.jceks");
        Configuration conf = new Configuration(false);
        conf.set(KEYS, keysFile);
        KeyProvider keys = KeyProviderFactory.getProviders(conf).get(0);
        keys.createKey("zone", KeyProvider.options(conf));
        keys.flush();
        try (SmallHdfs hdfs = SmallHdfs.builder().set(KEYS, keysFile).start(directory.resolve("hdfs"))) {
            org.apache.hadoop.fs.Path zone = new org.apache.hadoop.fs.Path("/zone");
            hdfs.stock().mkdirs(zone);
            new HdfsAdmin(hdfs.daemons().getURI(), hdfs.conf())
                    .createEncryptionZone(zone, "zone", EnumSet.noneOf(CreateEncryptionZoneFlag.class));
            hdfs.write("/zone/file", content);
            try (FetchingExecutor executor = hdfs.executor().start()) {
                List<ExtentRequest> requests = hdfs.requests("/zone/file", "h2");
                executor.fetch(requests);
                Map<String, Long> before = ServedBytes.of(hdfs.daemons());

                for (ReadingWay way : ReadingWay.values()) {
                    way.read(executor.files(), new org.apache.hadoop.fs.Path("/zone/file"), content);
                }

                assertThat(ServedBytes.of(hdfs.daemons())).isEqualTo(before);
                assertThat(executor.count(PrefetchCount.HITS)).isPositive();
                byte[] raw = new byte[BLOCK];
                try (FSDataInputStream in =
                        hdfs.stock().open(new org.apache.hadoop.fs.Path("/.reserved/raw/zone/file"))) {
                    in.readFully(raw);
                }
                assertThat(held(executor.store(), requests.get(0))).isEqualTo(raw);
            }
        }
    }

    private static byte[] held(ExecutorStore store, ExtentRequest request) throws InterruptedException {
        ByteBuffer bytes = ByteBuffer.allocate((int) request.extent().length());
        try (HeldBlock block = store.extents()
                .open(request.extent().block(), request.blockBytes())
                .orElseThrow()) {
            while (bytes.hasRemaining()) {
                assertThat(block.read(bytes.position(), bytes, bytes.remaining()))
                        .isPositive();
            }
        }
        return bytes.array();
    }
}

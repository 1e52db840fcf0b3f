// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.object;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.fairlead.spark.prefetch.ObjectPlace;

/** Has S3A open objects by {@link HeldObjectStreamFactory}, by its configuration. Needs none of S3A's classes. */
public final class ObjectStreams {
    /** The factory's name; its class cannot be loaded where there is no S3A. */
    static final String FACTORY = "org.fairlead.spark.prefetch.object.HeldObjectStreamFactory";

    static final String TYPE_KEY = "fs.s3a.input.stream.type";
    static final String FACTORY_KEY = "fs.s3a.input.stream.custom.factory";
    /** The type of stream that there was before. */
    static final String STOCK_KEY = "fairlead.prefetch.stock.stream.type";

    private static final String CUSTOM = "custom";
    private static final String DEFAULT = "default";
    private static final String PREFETCH_KEY = "fs.s3a.prefetch.enabled";
    private static final String ENCRYPTION_KEY = "fs.s3a.encryption.algorithm";
    /** Whether S3A looks for classes where its own come from alone. */
    private static final String ISOLATION_KEY = "fs.s3a.classloader.isolation";

    private static final List<String> OF_A_BUCKET =
            List.of("input.stream.type", "input.stream.custom.factory", "prefetch.enabled");

    private ObjectStreams() {}

    /**
     * Has S3A's file systems that are made from now on with a configuration open objects by our factory. What is not held comes by the type of stream that the configuration had.
     *
     * @param tasks the configuration that tasks get
     * @param sharesLoader whether S3A's classes come from where ours do
     * @return why everything stays as it is, in words; empty where it does not
     */
    public static Optional<String> install(Configuration tasks, boolean sharesLoader) {
        String type = tasks.getTrimmed(TYPE_KEY, "");
        String factory = tasks.getTrimmed(FACTORY_KEY, "");
        if (type.equalsIgnoreCase(CUSTOM) || !factory.isEmpty()) {
            return Optional.of(FACTORY_KEY + " is set, and stays as it is: " + factory);
        }
        if (tasks.getBoolean(PREFETCH_KEY, false)) {
            return Optional.of(PREFETCH_KEY + " is set, and stays as it is");
        }
        if (!sharesLoader) {
            if (tasks.getBoolean(ISOLATION_KEY, false)) {
                return Optional.of(ISOLATION_KEY + " is set, and keeps S3A from Fairlead's classes");
            }
            tasks.setBoolean(ISOLATION_KEY, false);
        }
        tasks.set(STOCK_KEY, type.isEmpty() ? DEFAULT : type);
        tasks.set(TYPE_KEY, CUSTOM);
        tasks.set(FACTORY_KEY, FACTORY);
        return Optional.empty();
    }

    /** Whether objects of a file system are opened by our factory, as a configuration has it: not where their bucket has a stream of its own, nor where clients encrypt. */
    public static boolean isServed(Configuration tasks, URI fileSystem) {
        if (!ObjectPlace.isServed(fileSystem) || !FACTORY.equals(tasks.getTrimmed(FACTORY_KEY))) {
            return false;
        }
        String bucket = "fs.s3a.bucket." + fileSystem.getHost() + ".";
        boolean isOwn = OF_A_BUCKET.stream().anyMatch(key -> tasks.get(bucket + key) != null);
        String encryption = tasks.getTrimmed(bucket + "encryption.algorithm", tasks.getTrimmed(ENCRYPTION_KEY, ""));
        return !isOwn && !isByClient(encryption);
    }

    /** Whether clients encrypt, by a file system's own configuration. */
    static boolean encryptsItself(Configuration fileSystem) {
        return isByClient(fileSystem.getTrimmed(ENCRYPTION_KEY, ""));
    }

    private static boolean isByClient(String encryption) {
        return encryption.startsWith("CSE");
    }

    /** The configuration with the stream that there was before. */
    static Configuration stock(Configuration conf) {
        Configuration stock = new Configuration(conf);
        stock.set(TYPE_KEY, conf.getTrimmed(STOCK_KEY, DEFAULT));
        stock.unset(FACTORY_KEY);
        return stock;
    }
}

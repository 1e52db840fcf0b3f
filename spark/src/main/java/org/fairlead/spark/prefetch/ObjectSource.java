// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.fairlead.protocol.plugin.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads parts of objects that are to be fetched, through the file system that serves their store: S3A, by what the executor is configured with. Its file systems are its own: their streams are the classic ones, which ask for a part with one request and refuse an
 * object that was replaced meanwhile. Safe for threads.
 */
final class ObjectSource implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectSource.class);
    private static final RareLog RARE_LOG = new RareLog(LOG);
    private static final int MOST_STATUSES = 256;

    private final Configuration conf;
    private final Map<String, FileSystem> stores = new HashMap<>();
    /** Of the objects that were asked for last. */
    private final Map<BlockKey, Status> statuses = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BlockKey, Status> eldest) {
            return size() > MOST_STATUSES;
        }
    };

    private boolean closed;

    /** What the store says of an object, as soon as it was asked. */
    private static final class Status {
        private FileStatus known;
    }

    /** @param conf of Hadoop, the executor's */
    ObjectSource(Configuration conf) {
        this.conf = conf;
    }

    /** Whether a request is for a part of an object. */
    static boolean isObject(ExtentRequest request) {
        return ObjectPlace.isServed(URI.create(request.fileSystem()));
    }

    /**
     * Opens a part of an object, as the user of this thread.
     *
     * @param extent of the object that the request names
     * @throws IOException in words, if it is not there any more, was replaced, or may not be read
     */
    FSDataInputStream open(ExtentRequest request, Extent extent) throws IOException {
        ObjectPlace place = ObjectPlace.of(URI.create(request.fileSystem()), request.path());
        FileSystem store = store(request.fileSystem());
        Path path = new Path(store.getUri().toString(), request.path());
        FileStatus now = status(store, path, place, extent.block());
        FSDataInputStream in = FutureIO.awaitFuture(store.openFile(path)
                .withFileStatus(now)
                .opt("fs.option.openfile.read.policy", "random")
                .opt("fs.s3a.readahead.range", Long.toString(extent.length()))
                .build());
        try {
            in.seek(extent.offset());
            return in;
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** The store is asked once for all parts of an object, of which several are asked for at a time: each of them is given only on condition that it is still the same. */
    private FileStatus status(FileSystem store, Path path, ObjectPlace place, BlockKey version) throws IOException {
        Status said;
        synchronized (statuses) {
            said = statuses.computeIfAbsent(version, unused -> new Status());
        }
        synchronized (said) {
            if (said.known == null) {
                said.known = ask(store, path, place, version);
            }
            return said.known;
        }
    }

    private static FileStatus ask(FileSystem store, Path path, ObjectPlace place, BlockKey version) throws IOException {
        FileStatus now = store.getFileStatus(path);
        if (!(now instanceof EtagSource tagged)
                || tagged.getEtag() == null
                || !place.version(tagged.getEtag(), now.getLen()).equals(version)) {
            throw new IOException(path + " has changed, or the store gives no etag");
        }
        return now;
    }

    private FileSystem store(String uri) throws IOException {
        synchronized (stores) {
            if (closed) {
                throw new IOException("the executor ends");
            }
            FileSystem store = stores.get(uri);
            if (store == null) {
                store = FileSystem.newInstance(
                        URI.create(uri), configured(URI.create(uri).getHost()));
                stores.put(uri, store);
            }
            return store;
        }
    }

    private Configuration configured(String bucket) {
        Configuration own = new Configuration(conf);
        set(own, bucket, "input.stream.type", "classic");
        set(own, bucket, "prefetch.enabled", "false");
        set(own, bucket, "change.detection.source", "etag");
        set(own, bucket, "change.detection.mode", "server");
        return own;
    }

    /** For all buckets, and for the one that may have a value of its own. */
    private static void set(Configuration own, String bucket, String key, String value) {
        own.set("fs.s3a." + key, value);
        own.set("fs.s3a.bucket." + bucket + "." + key, value);
    }

    @Override
    public void close() {
        synchronized (stores) {
            closed = true;
            stores.values().forEach(store -> {
                try {
                    store.close();
                } catch (IOException e) {
                    RARE_LOG.warn("close", "A client of an object store was not closed", e);
                }
            });
            stores.clear();
        }
    }
}

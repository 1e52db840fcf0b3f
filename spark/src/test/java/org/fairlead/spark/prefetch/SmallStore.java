// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.fairlead.objects.MemoryObjects;
import org.fairlead.objects.ObjectEndpoint;
import org.fairlead.objects.StoreService;
import org.fairlead.spark.prefetch.object.ObjectStreams;

/** An endpoint of objects with Hadoop's own S3A before it, and requests for parts of its objects. */
public final class SmallStore implements AutoCloseable {
    public static final String BUCKET = "inputs";

    private final MemoryObjects objects;
    private final ObjectEndpoint endpoint;
    private long requests;

    private SmallStore(MemoryObjects objects, ObjectEndpoint endpoint) {
        this.objects = objects;
        this.endpoint = endpoint;
    }

    public static SmallStore start() throws IOException {
        return start(StoreService.IMMEDIATE);
    }

    static SmallStore start(StoreService service) throws IOException {
        MemoryObjects objects = new MemoryObjects();
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new SmallStore(objects, ObjectEndpoint.start(anyPort, objects, service));
    }

    public ObjectEndpoint endpoint() {
        return endpoint;
    }

    /** @param path from the bucket's root, with a slash */
    public void write(String path, byte[] content) {
        objects.put(BUCKET, path.substring(1), content);
    }

    /** By which S3A reaches it. */
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("fs.s3a.endpoint", endpoint.uri().toString());
        settings.put("fs.s3a.endpoint.region", "us-east-1");
        settings.put("fs.s3a.path.style.access", "true");
        settings.put("fs.s3a.connection.ssl.enabled", "false");
        settings.put("fs.s3a.access.key", "reader");
        settings.put("fs.s3a.secret.key", "secret");
        settings.put("fs.s3a.attempts.maximum", "1");
        settings.put("fs.s3a.retry.limit", "1");
        return settings;
    }

    /** An executor's. */
    public Configuration conf() {
        Configuration conf = new Configuration();
        settings().forEach(conf::set);
        return conf;
    }

    public static URI uri() {
        return URI.create("s3a://" + BUCKET);
    }

    /** As a task has it, made now. */
    FileSystem ofTasks(Configuration from) throws IOException {
        Configuration tasks = new Configuration(from);
        ObjectStreams.install(tasks, true);
        return FileSystem.newInstance(uri(), tasks);
    }

    /** An executor whose tasks read from here. */
    FetchingExecutor.Builder executor() {
        return new FetchingExecutor.Builder(conf(), () -> ofTasks(conf()));
    }

    /** A part of an object as it is now, by stock. */
    ExtentRequest request(String path, long offset, long length) throws IOException {
        try (FileSystem stock = FileSystem.newInstance(uri(), conf())) {
            FileStatus status = stock.getFileStatus(new Path(uri() + path));
            BlockKey version = ObjectPlace.of(uri(), path).version(((EtagSource) status).getEtag(), status.getLen());
            return new ExtentRequest(
                    requests++,
                    uri().toString(),
                    path,
                    0,
                    status.getLen(),
                    new Extent(version, offset, length),
                    "",
                    1000,
                    0);
        }
    }

    @Override
    public void close() {
        endpoint.close();
    }
}

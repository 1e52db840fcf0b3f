// SPDX-License-Identifier: Apache-2.0
package org.fairlead.objects;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An endpoint of an object store that speaks as much of S3's protocol as its readers need: objects whole and by ranges, on condition of an etag; what is there of an object; lists, each at once however long it is.
 * Nothing can be written over the network, and signatures are not checked, but for whose key they name. Safe for threads.
 */
public final class ObjectEndpoint implements AutoCloseable {
    private static final String TIME = "2026-01-01T00:00:00.000Z";
    private static final String HTTP_TIME =
            DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC));

    private final HttpServer server;
    private final ExecutorService threads;
    private final ObjectContents contents;
    private final StoreService service;
    private final ServiceTime time;
    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();
    private final AtomicLong servedBytes = new AtomicLong();

    private ObjectEndpoint(
            HttpServer server,
            ExecutorService threads,
            ObjectContents contents,
            StoreService service,
            ServiceTime time) {
        this.server = server;
        this.threads = threads;
        this.contents = contents;
        this.service = service;
        this.time = time;
    }

    /** Begins to serve at a free port of loopback, at once whatever is asked for. */
    public static ObjectEndpoint start(ObjectContents contents) throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), contents, StoreService.IMMEDIATE);
    }

    /**
     * Begins to serve.
     *
     * @param address where it listens; port 0 is a free one
     * @throws IOException when nobody can listen there
     */
    public static ObjectEndpoint start(InetSocketAddress address, ObjectContents contents, StoreService service)
            throws IOException {
        return start(address, contents, service, ServiceTime.REAL);
    }

    static ObjectEndpoint start(
            InetSocketAddress address, ObjectContents contents, StoreService service, ServiceTime time)
            throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        ExecutorService threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "object-endpoint");
            thread.setDaemon(true);
            return thread;
        });
        ObjectEndpoint endpoint = new ObjectEndpoint(server, threads, contents, service, time);
        server.createContext("/", endpoint::serve);
        server.setExecutor(threads);
        server.start();
        return endpoint;
    }

    public URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
    }

    /** Nothing is answered any more to who signs with an access key. */
    public void forbid(String accessKey) {
        forbidden.add(accessKey);
    }

    /** Bytes of objects that were sent. */
    public long servedBytes() {
        return servedBytes.get();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!service.latency().isZero()) {
                time.pass(service.latency());
            }
            answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the endpoint closes
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        String[] path = exchange.getRequestURI().getPath().substring(1).split("/", 2);
        if (isForbidden(exchange.getRequestHeaders())) {
            refuse(exchange, 403, "AccessDenied");
        } else if (!method.equals("GET") && !method.equals("HEAD")) {
            refuse(exchange, 405, "MethodNotAllowed");
        } else if (query(exchange).containsKey("list-type")) {
            list(exchange, path[0]);
        } else {
            Optional<StoredObject> object = path.length < 2 ? Optional.empty() : contents.find(path[0], path[1]);
            if (object.isEmpty()) {
                refuse(exchange, 404, "NoSuchKey");
            } else {
                give(exchange, object.get());
            }
        }
    }

    private boolean isForbidden(Headers headers) {
        String signed = String.valueOf(headers.getFirst("Authorization"));
        return forbidden.stream().anyMatch(key -> signed.contains("Credential=" + key + "/"));
    }

    private void give(HttpExchange exchange, StoredObject object) throws IOException {
        Headers asked = exchange.getRequestHeaders();
        String wanted = asked.getFirst("If-Match");
        if (wanted != null && !wanted.replace("\"", "").equals(object.etag().replace("\"", ""))) {
            refuse(exchange, 412, "PreconditionFailed");
            return;
        }
        Optional<ByteRange> part = ByteRange.of(asked.getFirst("Range"), object.length());
        if (part.isPresent() && part.get().isEmpty()) {
            refuse(exchange, 416, "InvalidRange");
            return;
        }
        ByteRange range = part.orElse(new ByteRange(0, object.length()));
        Headers headers = exchange.getResponseHeaders();
        headers.set("ETag", object.etag());
        headers.set("Last-Modified", HTTP_TIME);
        headers.set("Accept-Ranges", "bytes");
        headers.set("Content-Type", "application/octet-stream");
        if (part.isPresent()) {
            headers.set("Content-Range", "bytes " + range.from() + "-" + (range.to() - 1) + "/" + object.length());
        }
        int status = part.isPresent() ? 206 : 200;
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", Long.toString(range.length()));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, range.isEmpty() ? -1 : range.length());
        OutputStream body = counted(exchange.getResponseBody());
        object.send(
                range.from(),
                range.to(),
                service.hasRate() ? new PacedOutput(body, service.bytesPerSecond(), time) : body);
    }

    /** Counts what is sent, and before: who has received it finds it counted. */
    private OutputStream counted(OutputStream receiver) {
        return new FilterOutputStream(receiver) {
            @Override
            public void write(int value) throws IOException {
                servedBytes.incrementAndGet();
                out.write(value);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                servedBytes.addAndGet(length);
                out.write(bytes, from, length);
            }
        };
    }

    private void list(HttpExchange exchange, String bucket) throws IOException {
        Map<String, String> asked = query(exchange);
        String prefix = asked.getOrDefault("prefix", "");
        String delimiter = asked.getOrDefault("delimiter", "");
        StringBuilder found = new StringBuilder(256);
        SortedSet<String> directories = new TreeSet<>();
        int count = 0;
        for (Map.Entry<String, StoredObject> each :
                contents.withPrefix(bucket, prefix).entrySet()) {
            String key = each.getKey();
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            if (end >= 0) {
                directories.add(key.substring(0, end + delimiter.length()));
                continue;
            }
            count++;
            found.append("<Contents><Key>" + xml(key) + "</Key><LastModified>" + TIME + "</LastModified><ETag>"
                    + xml(each.getValue().etag()) + "</ETag><Size>"
                    + each.getValue().length() + "</Size><StorageClass>STANDARD</StorageClass></Contents>");
        }
        directories.forEach(
                each -> found.append("<CommonPrefixes><Prefix>" + xml(each) + "</Prefix></CommonPrefixes>"));
        answer(
                exchange,
                200,
                "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>" + xml(bucket)
                        + "</Name><Prefix>" + xml(prefix) + "</Prefix><KeyCount>" + (count + directories.size())
                        + "</KeyCount><MaxKeys>5000</MaxKeys><IsTruncated>false</IsTruncated>" + found
                        + "</ListBucketResult>");
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> asked = new HashMap<>();
        String query = exchange.getRequestURI().getQuery();
        for (String each : query == null ? new String[0] : query.split("&", -1)) {
            String[] both = each.split("=", 2);
            asked.put(both[0], both.length == 2 ? both[1] : "");
        }
        return asked;
    }

    private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
        answer(exchange, status, "<Error><Code>" + code + "</Code><Message>" + code + "</Message></Error>");
    }

    private static void answer(HttpExchange exchange, int status, String xml) throws IOException {
        byte[] body = ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
        if (!isHead) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}

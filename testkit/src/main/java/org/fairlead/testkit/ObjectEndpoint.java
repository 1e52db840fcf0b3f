// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An endpoint of an object store on loopback that speaks as much of S3's protocol as its readers need: objects whole and by ranges, on condition of an etag; what is there of an object; lists. Objects are put by the test; nothing can be
 * written over the network, and signatures are not checked, but for whose key they name. Safe for threads.
 */
public final class ObjectEndpoint implements AutoCloseable {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");
    private static final String TIME = "2026-01-01T00:00:00.000Z";
    private static final String HTTP_TIME =
            DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC));

    private final HttpServer server;
    private final ExecutorService threads;
    /** By bucket and key, with a slash between them and before them. */
    private final NavigableMap<String, byte[]> objects = new ConcurrentSkipListMap<>();

    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();
    private final AtomicLong servedBytes = new AtomicLong();

    private ObjectEndpoint(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /** Begins to serve at a free port. */
    public static ObjectEndpoint start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "object-endpoint");
            thread.setDaemon(true);
            return thread;
        });
        ObjectEndpoint endpoint = new ObjectEndpoint(server, threads);
        server.createContext("/", endpoint::serve);
        server.setExecutor(threads);
        server.start();
        return endpoint;
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Puts an object, in the place of one of before. */
    public void put(String bucket, String key, byte[] content) {
        objects.put("/" + bucket + "/" + key, content.clone());
    }

    /** Nothing is answered any more to who signs with an access key. */
    public void forbid(String accessKey) {
        forbidden.add(accessKey);
    }

    /** Bytes of objects that were sent. */
    public long servedBytes() {
        return servedBytes.get();
    }

    /** As an object's etag is told, in quotes. */
    public static String etag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(content);
            return "\"" + String.format("%032x", new BigInteger(1, digest)) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getPath();
            byte[] content = objects.get(path);
            if (isForbidden(exchange.getRequestHeaders())) {
                refuse(exchange, 403, "AccessDenied");
            } else if (!method.equals("GET") && !method.equals("HEAD")) {
                refuse(exchange, 405, "MethodNotAllowed");
            } else if (query(exchange).containsKey("list-type")) {
                list(exchange, path.substring(1).replaceFirst("/.*", ""));
            } else if (content == null) {
                refuse(exchange, 404, "NoSuchKey");
            } else {
                give(exchange, content);
            }
        }
    }

    private boolean isForbidden(Headers headers) {
        String signed = String.valueOf(headers.getFirst("Authorization"));
        return forbidden.stream().anyMatch(key -> signed.contains("Credential=" + key + "/"));
    }

    private void give(HttpExchange exchange, byte[] content) throws IOException {
        Headers asked = exchange.getRequestHeaders();
        String wanted = asked.getFirst("If-Match");
        if (wanted != null && !wanted.replace("\"", "").equals(etag(content).replace("\"", ""))) {
            refuse(exchange, 412, "PreconditionFailed");
            return;
        }
        int from = 0;
        int to = content.length;
        Matcher range = RANGE.matcher(String.valueOf(asked.getFirst("Range")));
        boolean isPart = range.matches();
        if (isPart) {
            boolean isTail = range.group(1).isEmpty();
            int first = isTail ? 0 : Integer.parseInt(range.group(1));
            int last = range.group(2).isEmpty() ? content.length - 1 : Integer.parseInt(range.group(2));
            from = isTail ? Math.max(0, content.length - last) : first;
            to = isTail ? content.length : Math.min(content.length, last + 1);
        }
        if (from >= to && isPart) {
            refuse(exchange, 416, "InvalidRange");
            return;
        }
        Headers headers = exchange.getResponseHeaders();
        headers.set("ETag", etag(content));
        headers.set("Last-Modified", HTTP_TIME);
        headers.set("Accept-Ranges", "bytes");
        headers.set("Content-Type", "application/octet-stream");
        if (isPart) {
            headers.set("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + content.length);
        }
        int status = isPart ? 206 : 200;
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", Integer.toString(to - from));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, to == from ? -1 : to - from);
        servedBytes.addAndGet(to - from);
        exchange.getResponseBody().write(content, from, to - from);
    }

    /** All at once: tests have few. */
    private void list(HttpExchange exchange, String bucket) throws IOException {
        Map<String, String> asked = query(exchange);
        String prefix = asked.getOrDefault("prefix", "");
        String delimiter = asked.getOrDefault("delimiter", "");
        StringBuilder found = new StringBuilder(256);
        SortedSet<String> directories = new TreeSet<>();
        int count = 0;
        String root = "/" + bucket + "/";
        for (Map.Entry<String, byte[]> each :
                objects.tailMap(root + prefix, true).entrySet()) {
            if (!each.getKey().startsWith(root + prefix)) {
                break;
            }
            String key = each.getKey().substring(root.length());
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            if (end >= 0) {
                directories.add(key.substring(0, end + delimiter.length()));
                continue;
            }
            count++;
            found.append("<Contents><Key>" + key + "</Key><LastModified>" + TIME + "</LastModified><ETag>"
                    + etag(each.getValue()).replace("\"", "&quot;") + "</ETag><Size>" + each.getValue().length
                    + "</Size><StorageClass>STANDARD</StorageClass></Contents>");
        }
        directories.forEach(each -> found.append("<CommonPrefixes><Prefix>" + each + "</Prefix></CommonPrefixes>"));
        answer(
                exchange,
                200,
                "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>" + bucket
                        + "</Name><Prefix>" + prefix + "</Prefix><KeyCount>" + (count + directories.size())
                        + "</KeyCount><MaxKeys>5000</MaxKeys><IsTruncated>false</IsTruncated>" + found
                        + "</ListBucketResult>");
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

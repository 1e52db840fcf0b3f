// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.message.Rejection;
import org.fairlead.protocol.thread.LastingThread;

/** Requests to controllers, each bounded in time and size. Two daemon threads, however many controllers there are. */
final class Transport implements AutoCloseable {
    static final Duration CONNECT = Duration.ofSeconds(1);
    static final Duration REQUEST = Duration.ofSeconds(2);

    private final Credentials credentials;
    private final ExecutorService executor;
    private volatile Speaking speaking;

    /** Connections of one TLS context. */
    private record Speaking(Optional<SSLContext> tls, HttpClient http) {}

    /** @throws IllegalArgumentException if a token would travel in clear */
    static Transport to(List<Endpoint> controllers, Credentials credentials) {
        controllers.forEach(credentials::permit);
        return new Transport(credentials);
    }

    private Transport(Credentials credentials) {
        this.credentials = credentials;
        executor = Executors.newSingleThreadExecutor(LastingThread.workers("fairlead-client"));
        speaking = speaking(credentials.tls());
    }

    private Speaking speaking(Optional<SSLContext> tls) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .executor(executor);
        tls.ifPresent(builder::sslContext);
        return new Speaking(tls, builder.build());
    }

    /** Who was believed when a connection was made may no longer be: none outlives a change of the TLS files. */
    private HttpClient http() {
        Optional<SSLContext> tls = credentials.tls();
        Speaking now = speaking;
        if (!now.tls.equals(tls)) {
            now = speaking(tls);
            speaking = now;
        }
        return now.http;
    }

    HttpRequest get(Endpoint endpoint, String path, Duration wait) {
        return request(endpoint, path, REQUEST.plus(wait)).GET().build();
    }

    HttpRequest post(Endpoint endpoint, String path, Object message) {
        return request(endpoint, path, REQUEST)
                .header("Content-Type", Encoding.CBOR.contentType())
                .POST(HttpRequest.BodyPublishers.ofByteArray(Encoding.CBOR.write(message)))
                .build();
    }

    private HttpRequest.Builder request(Endpoint endpoint, String path, Duration timeout) {
        String scheme = credentials.underTls() ? "https://" : "http://";
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(scheme + endpoint + path))
                .timeout(timeout)
                .header("Accept", Encoding.CBOR.contentType());
        credentials.token().ifPresent(token -> builder.header("Authorization", "Bearer " + token));
        return builder;
    }

    /** The body of a 200; ends within {@code wait} and 3 s, body included (HttpRequest's own timeout ends with the headers). */
    byte[] ask(Endpoint endpoint, HttpRequest request, Duration wait) throws IOException {
        long most = CONNECT.plus(REQUEST).plus(wait).toMillis();
        BoundedBody body = new BoundedBody();
        CompletableFuture<HttpResponse<byte[]>> answer = http().sendAsync(request, body);
        try {
            HttpResponse<byte[]> response = answer.get(most, TimeUnit.MILLISECONDS);
            return accepted(
                    endpoint,
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(""),
                    response.body());
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException(endpoint + " did not answer within " + most + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    endpoint + ": " + body.refusal().orElseGet(() -> FailedRequest.reason(e.getCause())), e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while asking " + endpoint);
        }
    }

    /**
     * @return the body of a 200
     * @throws ControllerException for any other status
     */
    static byte[] accepted(Endpoint endpoint, int status, String contentType, byte[] body) throws IOException {
        if (status == 200) {
            return body;
        }
        String error;
        try {
            error = Encoding.of(contentType).read(body, Rejection.class).error();
        } catch (InvalidMessageException e) {
            error = "no controller's answer";
        }
        throw new ControllerException(status, endpoint + " refused (" + status + "): " + error);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}

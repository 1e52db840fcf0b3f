package org.fairlead.protocol.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.EnforcementMessage;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.InvalidMessageException;
import org.fairlead.protocol.message.Refusal;
import org.fairlead.protocol.message.Reply;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.message.TopologyMessage;
import org.fairlead.protocol.message.ViewMessage;

/**
 * Asks a controller, or the next of its list when one does not answer. Every request ends within its time; nothing is queued.
 * Two daemon threads whatever the number of controllers. Safe for threads.
 */
public final class ControllerClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration REQUEST = Duration.ofSeconds(2);

    private final List<Endpoint> endpoints;
    private final Credentials credentials;
    private final ExecutorService executor;
    private final HttpClient http;
    private volatile int preferred;

    /** @param endpoints in the order of preference; the one that answered last is asked first */
    public ControllerClient(List<Endpoint> endpoints, Credentials credentials) {
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("no controller to ask");
        }
        this.endpoints = List.copyOf(endpoints);
        this.credentials = credentials;
        executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "fairlead-client");
            thread.setDaemon(true);
            return thread;
        });
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .executor(executor);
        credentials.tls().ifPresent(builder::sslContext);
        http = builder.build();
    }

    public List<Endpoint> endpoints() {
        return endpoints;
    }

    public Reply report(Heartbeat heartbeat) throws IOException {
        return post("/v1/heartbeat", heartbeat);
    }

    public Reply report(SwitchCounters counters) throws IOException {
        return post("/v1/switch-counters", counters);
    }

    /** @param decisions at most {@link DecisionMessage#MOST_AT_ONCE} */
    public Reply decisions(List<DecisionMessage> decisions) throws IOException {
        return post("/v1/decisions", decisions);
    }

    public Reply enforcement(boolean enabled) throws IOException {
        return post("/v1/enforcement", new EnforcementMessage(enabled));
    }

    /** The newest decisions that the controller keeps, newest first. */
    public List<DecisionMessage> lastDecisions(int most) throws IOException {
        return Encoding.CBOR.readList(get("/v1/decisions?last=" + most, Duration.ZERO), DecisionMessage.class);
    }

    public TopologyMessage topology() throws IOException {
        return Encoding.CBOR.read(get("/v1/topology", Duration.ZERO), TopologyMessage.class);
    }

    /**
     * What changed since a version, as soon as something has.
     *
     * @param after 0: the whole view at once
     * @param epoch to which {@code after} belongs
     * @param wait the longest time to wait for a change
     */
    public ViewMessage view(long after, long epoch, Duration wait) throws IOException {
        String path = "/v1/view?after=" + after + "&epoch=" + epoch + "&wait=" + wait.toMillis() / 1000.0;
        return Encoding.CBOR.read(get(path, wait), ViewMessage.class);
    }

    /** A heartbeat to the first endpoint, without waiting; ends within 3 s, however the controller behaves. */
    public CompletableFuture<Reply> reportLater(Heartbeat heartbeat) {
        return http.sendAsync(
                        posting(endpoints.get(0), "/v1/heartbeat", heartbeat), HttpResponse.BodyHandlers.ofByteArray())
                .orTimeout(CONNECT.plus(REQUEST).toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(response -> {
                    try {
                        return Encoding.CBOR.read(body(endpoints.get(0), response), Reply.class);
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                });
    }

    /** Ends what is under way and the threads. */
    @Override
    public void close() {
        executor.shutdownNow();
    }

    private Reply post(String path, Object message) throws IOException {
        return Encoding.CBOR.read(
                ask(endpoint -> posting(endpoint, path, message), CONNECT.plus(REQUEST)), Reply.class);
    }

    private byte[] get(String path, Duration wait) throws IOException {
        Duration longest = CONNECT.plus(REQUEST).plus(wait);
        return ask(endpoint -> request(endpoint, path, REQUEST.plus(wait)).GET().build(), longest);
    }

    private interface Asking {
        HttpRequest of(Endpoint endpoint);
    }

    private byte[] ask(Asking asking, Duration longest) throws IOException {
        int first = preferred;
        IOException failure = null;
        for (int i = 0; i < endpoints.size(); i++) {
            int index = (first + i) % endpoints.size();
            Endpoint endpoint = endpoints.get(index);
            try {
                byte[] answer = body(endpoint, exchange(endpoint, asking.of(endpoint), longest));
                preferred = index;
                return answer;
            } catch (ControllerException e) {
                if (e.status() < 500) {
                    throw e;
                }
                failure = e;
            } catch (InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    /** Bounded in all, body included: HttpRequest's own timeout ends with the headers. */
    private HttpResponse<byte[]> exchange(Endpoint endpoint, HttpRequest request, Duration longest) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException(endpoint + " did not answer within " + longest.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            String reason = e.getCause().getMessage();
            throw new IOException(
                    endpoint + ": " + (reason == null ? e.getCause().getClass().getSimpleName() : reason), e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while asking " + endpoint);
        }
    }

    private HttpRequest posting(Endpoint endpoint, String path, Object message) {
        return request(endpoint, path, REQUEST)
                .header("Content-Type", Encoding.CBOR.contentType())
                .POST(HttpRequest.BodyPublishers.ofByteArray(Encoding.CBOR.write(message)))
                .build();
    }

    private HttpRequest.Builder request(Endpoint endpoint, String path, Duration timeout) {
        String scheme = credentials.tls().isPresent() ? "https://" : "http://";
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(scheme + endpoint + path))
                .timeout(timeout)
                .header("Accept", Encoding.CBOR.contentType());
        credentials.token().ifPresent(token -> builder.header("Authorization", "Bearer " + token));
        return builder;
    }

    private static byte[] body(Endpoint endpoint, HttpResponse<byte[]> response) throws IOException {
        if (response.statusCode() == 200) {
            return response.body();
        }
        String error;
        try {
            Encoding encoding =
                    Encoding.of(response.headers().firstValue("Content-Type").orElse(""));
            error = encoding.read(response.body(), Refusal.class).error();
        } catch (InvalidMessageException e) {
            error = "no controller's answer";
        }
        throw new ControllerException(
                response.statusCode(), endpoint + " refused (" + response.statusCode() + "): " + error);
    }
}

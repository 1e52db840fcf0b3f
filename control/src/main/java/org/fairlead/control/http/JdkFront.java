package org.fairlead.control.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries requests under mutual TLS, by the JDK's server. Its limits are properties of the whole process: they are set where nobody has set them.
 * A request occupies a thread while it is read and answered, not while its answer is awaited.
 */
public final class JdkFront implements Front {
    private static final Logger LOG = LoggerFactory.getLogger(JdkFront.class);
    private static final String THREAD = "fairlead-http";
    private static final int BACKLOG = 4096;

    /** Seconds, connections; read by the server once in a process. */
    private static final Map<String, String> LIMITS = Map.of(
            "sun.net.httpserver.nodelay", "true",
            "sun.net.httpserver.maxIdleConnections", "20000",
            "sun.net.httpserver.idleInterval", "300",
            "sun.net.httpserver.maxReqTime", "5",
            "sun.net.httpserver.maxRspTime", "120",
            "sun.net.httpserver.maxReqHeaders", "50",
            "sun.net.httpserver.maxReqHeaderSize", "16384",
            "jdk.httpserver.maxConnections", "20000");

    private final HttpServer server;
    private final ExecutorService executor;
    private final HttpService service;

    private JdkFront(HttpServer server, ExecutorService executor, HttpService service) {
        this.server = server;
        this.executor = executor;
        this.service = service;
    }

    /** @param threads that read and answer */
    public static JdkFront start(
            InetSocketAddress bind, SSLContext tls, ClientCertificates certificates, int threads, HttpService service)
            throws IOException {
        LIMITS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
        HttpsServer server = HttpsServer.create(bind, BACKLOG);
        server.setHttpsConfigurator(mutual(tls, certificates));
        // As many tasks as connections at most: a connection has one request at a time.
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), JdkFront::thread);
        executor.allowCoreThreadTimeOut(true);
        JdkFront front = new JdkFront(server, executor, service);
        server.setExecutor(executor);
        server.createContext("/", front::handle);
        server.start();
        return front;
    }

    @Override
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, THREAD);
        thread.setDaemon(true);
        return thread;
    }

    private static HttpsConfigurator mutual(SSLContext context, ClientCertificates certificates) {
        return new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters required = getSSLContext().getDefaultSSLParameters();
                switch (certificates) {
                    case NEEDED -> required.setNeedClientAuth(true);
                    case WANTED -> required.setWantClientAuth(true);
                    case NONE -> required.setWantClientAuth(false);
                }
                required.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
                parameters.setSSLParameters(required);
            }
        };
    }

    private void handle(HttpExchange exchange) {
        String accept = head(exchange.getRequestHeaders(), "Accept");
        try {
            HttpQuestion question = question(exchange, accept);
            service.answer(question, answer -> {
                if (Thread.currentThread().getName().equals(THREAD)) {
                    write(exchange, answer);
                } else {
                    executor.execute(() -> write(exchange, answer)); // a slow reader holds up nobody but itself
                }
            });
        } catch (RefusedException e) {
            write(exchange, service.refusal(e, accept));
        } catch (IOException | RuntimeException e) {
            LOG.debug("a request was not read to its end", e);
            exchange.close();
        }
    }

    private HttpQuestion question(HttpExchange exchange, String accept) throws IOException, RefusedException {
        Headers headers = exchange.getRequestHeaders();
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getRawQuery();
        HttpQuestion.HttpHeads heads = new HttpQuestion.HttpHeads(
                accept, head(headers, "Content-Type"), head(headers, "Authorization"), head(headers, "Host"));
        byte[] body = body(exchange, service.largestBody(path));
        return new HttpQuestion(
                exchange.getRequestMethod(),
                path,
                query == null ? "" : query,
                heads,
                exchange.getRemoteAddress().getAddress(),
                certificate(exchange),
                body);
    }

    private static Optional<X509Certificate> certificate(HttpExchange exchange) {
        try {
            Certificate shown = ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0];
            return shown instanceof X509Certificate certificate ? Optional.of(certificate) : Optional.empty();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty();
        }
    }

    private static byte[] body(HttpExchange exchange, int largest) throws IOException, RefusedException {
        RefusedException tooLarge =
                new RefusedException(Reason.OVERSIZED, "the body is larger than " + largest + " bytes");
        String length = head(exchange.getRequestHeaders(), "Content-Length");
        boolean declared = !length.isEmpty();
        if (declared && (length.length() > 18 || Long.parseLong(length) > largest)) {
            throw tooLarge;
        }
        try (InputStream in = exchange.getRequestBody()) {
            byte[] body = in.readNBytes(largest + 1);
            if (body.length > largest) {
                throw tooLarge;
            }
            return body;
        }
    }

    private static String head(Headers headers, String name) {
        String value = headers.getFirst(name);
        return value == null ? "" : value;
    }

    private static void write(HttpExchange exchange, HttpAnswer answer) {
        try {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", answer.contentType());
            answer.headers().forEach(headers::set);
            exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (IOException | RuntimeException e) {
            LOG.debug("an answer was not taken", e);
        } finally {
            exchange.close();
        }
    }
}

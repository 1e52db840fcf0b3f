// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.message.Heartbeat;
import org.fairlead.protocol.message.Reply;

/**
 * Heartbeats to one controller over one connection that is kept: no threads and next to no memory of its own, because it runs in
 * every DataNode, each second. Blocks for at most {@value #TIMEOUT_MILLIS} ms at each step. Not safe for threads.
 */
public final class ReportChannel {
    static final int TIMEOUT_MILLIS = 2000;
    private static final int MOST_ANSWER_BYTES = 64 << 10;

    private final Endpoint controller;
    private final Credentials credentials;
    private final URL url;
    /** Kept as long as its context: the JDK keeps connections by it. */
    private Optional<Sockets> sockets = Optional.empty();

    private record Sockets(SSLContext tls, SSLSocketFactory factory) {}

    /** @throws IllegalArgumentException if a token would travel in clear */
    public ReportChannel(Endpoint controller, Credentials credentials) {
        this.controller = controller;
        this.credentials = credentials;
        credentials.permit(controller);
        String scheme = credentials.underTls() ? "https://" : "http://";
        try {
            url = URI.create(scheme + controller + "/v1/heartbeat").toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(controller + " is not a controller's address", e);
        }
    }

    private SSLSocketFactory sockets(SSLContext tls) {
        Sockets now = sockets.filter(kept -> kept.tls == tls).orElseGet(() -> new Sockets(tls, tls.getSocketFactory()));
        sockets = Optional.of(now);
        return now.factory;
    }

    /** @throws ControllerException when the controller refuses it */
    public Reply report(Heartbeat heartbeat) throws IOException {
        byte[] body = Encoding.CBOR.write(heartbeat);
        HttpURLConnection connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
        if (connection instanceof HttpsURLConnection https) {
            https.setSSLSocketFactory(sockets(credentials.tls().orElseThrow()));
        }
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setDoOutput(true);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", Encoding.CBOR.contentType());
        connection.setRequestProperty("Accept", Encoding.CBOR.contentType());
        credentials.token().ifPresent(token -> connection.setRequestProperty("Authorization", "Bearer " + token));
        // Not streamed: a connection that the controller closed meanwhile is noticed and made anew.
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        int status = connection.getResponseCode();
        // Read to its end, or the connection would not be kept.
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            byte[] answer = in == null ? new byte[0] : in.readNBytes(MOST_ANSWER_BYTES);
            String type = connection.getContentType();
            return Encoding.CBOR.read(
                    Transport.accepted(controller, status, type == null ? "" : type, answer), Reply.class);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One connection to a controller, on which bytes are what the test says. */
final class Peer implements AutoCloseable {
    private static final int LONGEST_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    private Peer(Socket socket) throws IOException {
        this.socket = socket;
        in = new BufferedInputStream(socket.getInputStream());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LONGEST_MILLIS);
    }

    static Peer plain(int port) throws IOException {
        return new Peer(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    static Peer secured(int port, SSLContext tls) throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        try {
            socket.setSoTimeout(LONGEST_MILLIS);
            socket.startHandshake();
            return new Peer(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    String get(String path) throws IOException {
        return ask("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", new byte[0]);
    }

    String post(String path, String token, byte[] body) throws IOException {
        return ask(
                "POST " + path
                        + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                        + token + "\r\nContent-Length: " + body.length + "\r\n\r\n",
                body);
    }

    /** Sends a head and a body, and reads one answer. */
    String ask(String head, byte[] body) throws IOException {
        byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[first.length + body.length];
        System.arraycopy(first, 0, whole, 0, first.length);
        System.arraycopy(body, 0, whole, first.length, body.length);
        socket.getOutputStream().write(whole);
        socket.getOutputStream().flush();
        return answer();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** One answer by its Content-Length. */
    String answer() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("closed after: " + head);
            }
            head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length: ") + 16;
        int length =
                Integer.parseInt(lower.substring(at, lower.indexOf('\r', at)).strip());
        return head + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** Everything until the controller closes. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

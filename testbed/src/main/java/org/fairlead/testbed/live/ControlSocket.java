// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.live;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Unix domain socket for one request and one response a connection. Only the testbed's owner can reach it: the
 * directory above is the owner's.
 */
public final class ControlSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);
    private static final String NAME = "control";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServerSocketChannel server;

    private ControlSocket(ServerSocketChannel server) {
        this.server = server;
    }

    /** Serves requests one after the other until it is closed. */
    static ControlSocket serve(Path directory, Function<Request, Object> handler) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(directory.resolve(NAME)));
        ControlSocket socket = new ControlSocket(server);
        Thread thread = new Thread(() -> socket.loop(handler), "control");
        thread.setDaemon(true);
        thread.start();
        return socket;
    }

    /**
     * Sends a request to the testbed in a directory.
     *
     * @throws IllegalStateException with the testbed's reason when it refuses
     * @throws IOException when it does not answer
     */
    public static Response ask(Path directory, Request request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve(NAME)))) {
            write(channel, request);
            String line = reader(channel).readLine();
            if (line == null) {
                throw new EOFException("the testbed in " + directory + " ended without an answer");
            }
            Response response = JSON.readValue(line, Response.class);
            if (!response.problem().isEmpty()) {
                throw new IllegalStateException(response.problem());
            }
            return response;
        }
    }

    private void loop(Function<Request, Object> handler) {
        while (server.isOpen()) {
            try (SocketChannel channel = server.accept()) {
                String line = reader(channel).readLine();
                write(channel, line == null ? new Response("empty request", null) : answer(line, handler));
            } catch (AsynchronousCloseException e) {
                return;
            } catch (IOException e) {
                LOG.warn("a request was lost: {}", e.getMessage());
            }
        }
    }

    private static Response answer(String line, Function<Request, Object> handler) {
        try {
            Object result = handler.apply(JSON.readValue(line, Request.class));
            return new Response("", JSON.valueToTree(result));
        } catch (IOException | RuntimeException e) {
            LOG.info("refused: {}", line, e);
            return new Response(e.getMessage() == null ? e.toString() : e.getMessage(), null);
        }
    }

    private static BufferedReader reader(SocketChannel channel) {
        return new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
    }

    private static void write(SocketChannel channel, Object value) throws IOException {
        ByteBuffer line = ByteBuffer.wrap((JSON.writeValueAsString(value) + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.forward;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.testbed.sandbox.Parts;

/**
 * The end outside: listens on this machine's loopback, a port for each page of a testbed (the page's own where it is free), and
 * leads connections inside. For pages that need a token it shows the testbed's own, and passes on nothing but GET and HEAD of
 * pages that were asked for by a name of loopback, so that no other site's page can use it.
 */
public final class Forwarder implements AutoCloseable {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Path directory;
    private final List<Page> pages;
    private final Optional<String> token;
    private final Parts parts = new Parts();
    private final Map<Page, ServerSocketChannel> listeners = new LinkedHashMap<>();
    private final SocketChannel watch;

    private Forwarder(Path directory, List<Page> pages, Optional<String> token) throws IOException {
        this.directory = directory;
        this.pages = List.copyOf(pages);
        this.token = token;
        watch = parts.keep(ForwarderInside.watch(directory));
    }

    /**
     * Listens until it is closed or the testbed is gone.
     *
     * @param directory the testbed's
     * @param token for pages that need one
     */
    public static Forwarder start(Path directory, List<Page> pages, Optional<String> token) throws IOException {
        Forwarder forwarder = new Forwarder(directory, pages, token);
        try {
            for (int i = 0; i < pages.size(); i++) {
                forwarder.listen(i);
            }
            return forwarder;
        } catch (IOException e) {
            forwarder.close();
            throw e;
        }
    }

    private void listen(int number) throws IOException {
        Page page = pages.get(number);
        ServerSocketChannel listener = parts.keep(ServerSocketChannel.open());
        listeners.put(page, listener);
        try {
            listener.bind(new InetSocketAddress(LOOPBACK, page.port()));
        } catch (BindException e) {
            listener.bind(new InetSocketAddress(LOOPBACK, 0));
        }
        daemon(() -> accept(listener, number)).start();
    }

    /** Where each page is found on this machine, in the order of the pages. */
    public Map<Page, String> urls() {
        Map<Page, String> urls = new LinkedHashMap<>();
        listeners.forEach((page, listener) ->
                urls.put(page, "http://127.0.0.1:" + listener.socket().getLocalPort()));
        return urls;
    }

    /** Returns when the testbed is gone. */
    public void awaitEnd() throws IOException {
        try {
            watch.read(ByteBuffer.allocate(1));
        } catch (SocketException e) {
            // reset, since nobody read what was under way: gone as well
        }
    }

    private void accept(ServerSocketChannel listener, int number) {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                daemon(() -> serve(client, number)).start();
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                // this connection alone is lost
            }
        }
    }

    private void serve(SocketChannel client, int number) {
        Page page = pages.get(number);
        try (client;
                SocketChannel inside = ForwarderInside.to(directory, number)) {
            ByteBuffer answer = ByteBuffer.allocate(1);
            boolean open = inside.read(answer) == 1 && answer.get(0) == ForwarderInside.OPEN;
            if (!open) {
                BrowserRequestHead.read(client);
                say(client, "503 Service Unavailable", page.absent());
                return;
            }
            if (page.needsToken()) {
                BrowserRequestHead head = BrowserRequestHead.read(client);
                if (!head.reads() || !head.namesLoopback()) {
                    say(client, "403 Forbidden", "only reading, and only as localhost or 127.0.0.1");
                    return;
                }
                ConnectionPipe.writeAll(inside, StandardCharsets.ISO_8859_1.encode(head.with(page.inside(), token)));
            }
            ConnectionPipe.join(client, inside);
        } catch (IOException e) {
            // the browser, the page or the testbed is gone
        }
    }

    private static void say(SocketChannel client, String status, String words) throws IOException {
        byte[] body = (words + "\n").getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
                + body.length + "\r\nConnection: close\r\n\r\n";
        ConnectionPipe.writeAll(client, StandardCharsets.US_ASCII.encode(head));
        ConnectionPipe.writeAll(client, ByteBuffer.wrap(body));
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "forwarder");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        parts.close();
    }
}

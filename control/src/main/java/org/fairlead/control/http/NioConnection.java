package org.fairlead.control.http;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** One connection of a {@link NioFront}: a request at a time, on the front's thread. Methods return false when it is to be closed. */
final class NioConnection {
    private static final long LONGEST_REQUEST_NANOS = 5_000_000_000L;
    private static final long LONGEST_WRITE_NANOS = 30_000_000_000L;
    private static final long LONGEST_IDLE_NANOS = 300_000_000_000L;
    private static final long LONGEST_FAREWELL_NANOS = 1_000_000_000L;
    private static final String REPORT = "/v1/heartbeat";
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Map<Integer, String> PHRASES = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(409, "Conflict"),
            Map.entry(413, "Content Too Large"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    final SocketChannel channel;
    final SelectionKey key;
    final InetAddress from;
    boolean closed;
    private final NioFront front;
    private final HttpService service;
    private final RequestReader reader;
    /** Set by whoever answers, taken by the front's thread. */
    private volatile ByteBuffer out;

    private Phase phase = Phase.READING;
    private boolean closeAfter;
    private boolean handling;
    private long sinceNanos = System.nanoTime();

    private enum Phase {
        /** Between requests, or within one. */
        READING,
        /** A request is being answered; nothing more is read. */
        ANSWERING,
        /** An answer is being sent. */
        WRITING,
        /** Refused within a request: what still comes is thrown away, so that the refusal arrives. */
        FAREWELL
    }

    NioConnection(NioFront front, HttpService service, SocketChannel channel, SelectionKey key, InetAddress from) {
        this.front = front;
        this.service = service;
        this.channel = channel;
        this.key = key;
        this.from = from;
        reader = new RequestReader(service::largestBody);
    }

    /** Whether its time is over. */
    boolean isOver(long nowNanos) {
        long passed = nowNanos - sinceNanos;
        return switch (phase) {
            case READING -> passed > (reader.isMidway() ? LONGEST_REQUEST_NANOS : LONGEST_IDLE_NANOS);
            case ANSWERING -> false; // bounded by the service
            case WRITING -> passed > LONGEST_WRITE_NANOS;
            case FAREWELL -> passed > LONGEST_FAREWELL_NANOS;
        };
    }

    boolean received(ByteBuffer bytes) throws IOException {
        if (phase == Phase.FAREWELL) {
            return true;
        }
        if (!reader.isMidway()) {
            sinceNanos = System.nanoTime();
        }
        reader.feed(bytes);
        return proceed();
    }

    /** Handles whole requests until none is left, or one is answered later. */
    private boolean proceed() throws IOException {
        if (handling) {
            return true; // called from within an answer: the loop below goes on
        }
        handling = true;
        try {
            while (phase == Phase.READING) {
                RequestReader.Request request = reader.next();
                if (request == null) {
                    if (reader.takeExpectation()) {
                        channel.write(ByteBuffer.wrap(CONTINUE));
                    }
                    break;
                }
                handle(request);
                if (out != null && !write()) {
                    return false;
                }
            }
        } catch (RefusedException e) {
            closeAfter = true;
            out = bytes(service.refusal(e, ""), false, true);
            phase = Phase.ANSWERING;
            return write();
        } finally {
            handling = false;
        }
        if (phase == Phase.ANSWERING) {
            key.interestOps(0);
        }
        return true;
    }

    private void handle(RequestReader.Request request) {
        RequestReader.Head head = request.head();
        phase = Phase.ANSWERING;
        closeAfter = head.close();
        boolean headOnly = head.method().equals("HEAD");
        HttpQuestion question = new HttpQuestion(
                head.method(), head.path(), head.query(), head.heads(), from, Optional.empty(), request.body());
        if (head.path().equals(REPORT)) {
            service.answer(question, answer -> answered(answer, headOnly));
        } else {
            front.elsewhere(() -> service.answer(question, answer -> answered(answer, headOnly)));
        }
    }

    private void answered(HttpAnswer answer, boolean headOnly) {
        out = bytes(answer, headOnly, closeAfter);
        if (!front.isOwnThread()) {
            front.answered(this);
        }
    }

    /** Sends what there is of an answer, and goes on with what was received meanwhile. */
    boolean write() throws IOException {
        ByteBuffer pending = out;
        if (pending == null || closed) {
            return true;
        }
        if (phase == Phase.ANSWERING) {
            phase = Phase.WRITING;
            sinceNanos = System.nanoTime();
        }
        channel.write(pending);
        if (pending.hasRemaining()) {
            key.interestOps(SelectionKey.OP_WRITE);
            return true;
        }
        out = null;
        sinceNanos = System.nanoTime();
        key.interestOps(SelectionKey.OP_READ);
        if (closeAfter) {
            phase = Phase.FAREWELL;
            channel.shutdownOutput();
            return true;
        }
        phase = Phase.READING;
        return proceed();
    }

    private static ByteBuffer bytes(HttpAnswer answer, boolean headOnly, boolean last) {
        StringBuilder head = new StringBuilder(160)
                .append("HTTP/1.1 ")
                .append(answer.status())
                .append(' ')
                .append(PHRASES.getOrDefault(answer.status(), "Other"))
                .append("\r\nContent-Type: ")
                .append(answer.contentType())
                .append("\r\nContent-Length: ")
                .append(answer.body().length);
        if (last) {
            head.append("\r\nConnection: close");
        }
        answer.headers()
                .forEach((name, value) ->
                        head.append("\r\n").append(name).append(": ").append(value));
        byte[] first = head.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer whole = ByteBuffer.allocate(first.length + (headOnly ? 0 : answer.body().length));
        whole.put(first);
        if (!headOnly) {
            whole.put(answer.body());
        }
        return whole.flip();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.stream.Stream;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsMaterial;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an {@link HttpFront}, a request at a time: its head is read, then who asks is asked for, then the body is
 * read, then it is answered. Each step has a deadline. Of the front's thread alone, but for {@link Responder}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends its connection, which is noticed there
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    private final HttpFront front;
    private final ConnectionTable<Connection> table;
    private final StrictRequestDecoder decoder;
    private final InetAddress from;
    private final TimeSource time;
    private ChannelHandlerContext context;
    /** Its client's own first; empty: it has shown none. */
    private volatile X509Certificate[] certificates = {};
    /** By which the certificates were last found to be good: at the earliest, what the handshake began with. */
    private volatile Optional<TlsMaterial> judgedBy;

    private Phase phase;
    private long sinceNanos;
    private boolean known;
    private RequestHead head;
    private HttpQuestion question;
    private RequestBody body;
    private boolean last;
    private AnswerWriter writer;
    /** Decoded and not yet looked at: of one read at most, because nothing is read while something lies here. */
    private final Deque<Object> waiting = new ArrayDeque<>(4);

    private boolean proceeding;
    private volatile boolean gone;

    private enum Phase {
        HANDSHAKE(5),
        /** Between requests, or within a head. */
        HEAD(5),
        BODY(10),
        /** Nothing more is read until the answer is there; how long that takes, the service bounds. */
        ANSWERING(Long.MAX_VALUE),
        /** The client takes the answer. */
        WRITING(30),
        /** Refused within a request: what still comes is thrown away, so that the refusal arrives. */
        FAREWELL(1);

        private final long longestNanos;

        Phase(long seconds) {
            longestNanos = seconds == Long.MAX_VALUE ? seconds : seconds * 1_000_000_000L;
        }
    }

    private static final long LONGEST_IDLE_NANOS = 300_000_000_000L;
    private static final long LONGEST_IDLE_OF_STRANGERS_NANOS = 10_000_000_000L;

    Connection(
            HttpFront front,
            ConnectionTable<Connection> table,
            StrictRequestDecoder decoder,
            InetAddress from,
            Optional<TlsMaterial> tls,
            TimeSource time) {
        this.front = front;
        this.table = table;
        this.decoder = decoder;
        this.from = from;
        this.time = time;
        judgedBy = tls;
        enter(tls.isPresent() ? Phase.HANDSHAKE : Phase.HEAD);
    }

    /** Whether its time is over. */
    boolean isOver(long nowNanos) {
        if (phase == Phase.HEAD) {
            return decoder.isMidway()
                    ? nowNanos - decoder.headSinceNanos() > phase.longestNanos
                    : nowNanos - sinceNanos > (known ? LONGEST_IDLE_NANOS : LONGEST_IDLE_OF_STRANGERS_NANOS);
        }
        return nowNanos - sinceNanos > phase.longestNanos;
    }

    /** Closes it when its client's certificates are good no longer; on any thread. */
    boolean isStillBelieved(TlsMaterial now) {
        if (judgedBy.equals(Optional.of(now))) {
            return true;
        }
        boolean good = now.believes(certificates);
        if (good) {
            judgedBy = Optional.of(now);
        } else {
            front.left(this);
            close();
        }
        return good;
    }

    void close() {
        if (context != null) {
            context.channel().close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        proceed();
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        gone = true;
        table.leave(this);
        front.left(this);
        release();
        inactive.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext here, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                certificates = HttpFront.certificates(here.pipeline());
                if (certificates.length > 0) {
                    front.certified(this);
                }
                enter(Phase.HEAD);
                proceed();
            } else {
                front.handshakeFailed();
                here.channel().close();
            }
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext here, Object message) {
        if (phase == Phase.FAREWELL || gone) {
            ReferenceCountUtil.release(message);
        } else {
            waiting.add(message);
            proceed();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext here) {
        if (phase == Phase.FAREWELL) {
            here.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext here) {
        if (writer != null && here.channel().isWritable()) {
            writer.proceed();
        }
    }

    /** Whatever happens on a connection ends that connection alone. */
    @Override
    public void exceptionCaught(ChannelHandlerContext here, Throwable thrown) {
        try {
            if (thrown instanceof Error) {
                front.stumbled(thrown);
            } else if (isOfTheClient(thrown)) {
                LOG.debug("a connection broke", thrown);
            } else {
                LOG.error("a connection is closed because of a mistake of ours", thrown);
            }
        } finally {
            here.channel().close();
        }
    }

    private static boolean isOfTheClient(Throwable thrown) {
        return thrown instanceof IOException
                || thrown instanceof io.netty.handler.codec.DecoderException
                || thrown instanceof java.util.concurrent.RejectedExecutionException;
    }

    private void take(Object message) {
        try {
            if (message instanceof RequestHead next) {
                begin(next);
            } else if (message instanceof HttpContent piece) {
                if (body == null) {
                    return; // the end of a request without a body that is refused already
                }
                body.add(piece.content());
                if (piece instanceof LastHttpContent) {
                    handle();
                }
            } else if (message instanceof RefusedException refused) {
                throw refused;
            }
        } catch (RefusedException e) {
            // Admitted or not, what is left of the body is not read.
            HttpQuestion asked = question == null ? HttpQuestion.unread(from) : question;
            boolean bodyFollows = message instanceof RefusedException || (head != null && head.hasBody());
            refuse(e, asked, bodyFollows);
        }
    }

    private void begin(RequestHead next) throws RefusedException {
        head = next;
        last = next.last();
        question = next.question(from, Stream.of(certificates).findFirst());
        question = question.of(front.service().admit(question));
        boolean shown = question.identity().isPresent();
        if (!table.asked(this, shown)) {
            throw new RefusedException(Reason.BUSY, "your address has too many connections here");
        }
        known |= shown;
        body = new RequestBody(front.bodies(next.length()), front.service().largestBody(next.path()), next.length());
        enter(Phase.BODY);
        if (next.expectsContinue() && next.hasBody()) {
            context.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
    }

    private void refuse(RefusedException refused, HttpQuestion asked, boolean bodyFollows) {
        boolean headOnly = head != null && head.isHeadOnly();
        boolean noLonger = known && refused.reason() == Reason.UNAUTHORIZED;
        last |= bodyFollows || noLonger;
        Phase after = bodyFollows ? Phase.FAREWELL : Phase.HEAD;
        if (bodyFollows) {
            decoder.discard();
        }
        releaseBody();
        write(front.service().refusal(refused, asked), headOnly, after);
    }

    private void handle() {
        HttpQuestion whole = question.with(body.whole());
        boolean headOnly = head.isHeadOnly();
        enter(Phase.ANSWERING);
        Reply reply = new Reply(headOnly);
        if (front.service().isShort(whole.path())) {
            front.service().answer(whole, reply);
        } else {
            front.elsewhere(() -> front.service().answer(whole, reply), reply);
        }
    }

    /** The one answer to the present request. */
    final class Reply implements Responder {
        private final boolean headOnly;

        private Reply(boolean headOnly) {
            this.headOnly = headOnly;
        }

        @Override
        public void answer(HttpAnswer answer) {
            if (context.executor().inEventLoop()) {
                take(answer);
            } else if (!gone) {
                context.executor().execute(() -> take(answer));
            }
        }

        @Override
        public boolean isGone() {
            return gone;
        }

        /** What was to answer was ended by an Error. */
        void fail() {
            if (!gone) {
                context.executor().execute(Connection.this::close);
            }
        }

        private void take(HttpAnswer answer) {
            if (!gone && phase == Phase.ANSWERING) {
                write(answer, headOnly, Phase.HEAD);
            }
        }
    }

    private void write(HttpAnswer answer, boolean headOnly, Phase after) {
        enter(Phase.WRITING);
        writer = new AnswerWriter(context, front, from, answer, headOnly, last);
        writer.whenDone(() -> written(after));
        writer.proceed();
    }

    private void written(Phase after) {
        writer = null;
        if (gone || !context.channel().isActive()) {
            return;
        }
        boolean end = last;
        release();
        if (after == Phase.FAREWELL) {
            enter(Phase.FAREWELL);
            waiting.forEach(ReferenceCountUtil::release);
            waiting.clear();
            ((DuplexChannel) context.channel()).shutdownOutput();
            context.read();
        } else if (end) {
            context.channel().close();
        } else {
            enter(Phase.HEAD);
            proceed();
        }
    }

    private void enter(Phase next) {
        phase = next;
        sinceNanos = time.nanoTime();
    }

    private void releaseBody() {
        if (body != null) {
            body.release();
            body = null;
        }
    }

    private void release() {
        releaseBody();
        if (gone) {
            waiting.forEach(ReferenceCountUtil::release);
            waiting.clear();
        }
        if (gone && writer != null) {
            writer.cancel();
            writer = null;
        }
        head = null;
        question = null;
        last = false;
    }

    /** Looks at what lies ready, then asks for more; also while an answer is awaited, so that the connection's end is noticed. */
    private void proceed() {
        if (proceeding) {
            return; // the loop below goes on
        }
        proceeding = true;
        try {
            while (!waiting.isEmpty() && (phase == Phase.HEAD || phase == Phase.BODY)) {
                Object next = waiting.poll();
                try {
                    take(next);
                } finally {
                    ReferenceCountUtil.release(next);
                }
            }
        } finally {
            proceeding = false;
        }
        if (waiting.isEmpty() && phase != Phase.WRITING) {
            context.read();
        }
    }
}

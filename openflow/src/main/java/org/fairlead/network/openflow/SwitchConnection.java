// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.projectfloodlight.openflow.protocol.OFBarrierReply;
import org.projectfloodlight.openflow.protocol.OFEchoReply;
import org.projectfloodlight.openflow.protocol.OFEchoRequest;
import org.projectfloodlight.openflow.protocol.OFErrorMsg;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFeaturesReply;
import org.projectfloodlight.openflow.protocol.OFHello;
import org.projectfloodlight.openflow.protocol.OFHelloElem;
import org.projectfloodlight.openflow.protocol.OFHelloElemVersionbitmap;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFRoleReply;
import org.projectfloodlight.openflow.protocol.OFStatsReply;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.types.OFAuxId;
import org.projectfloodlight.openflow.types.U32;

/**
 * One switch's connection: greets it, learns its datapath id, keeps echoes going, and asks it what others want to know. What is asked is answered or fails within the time of the asker; nothing is kept of it afterwards. State belongs
 * to the channel's thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, which is noticed here
final class SwitchConnection extends SimpleChannelInboundHandler<OFMessage> {
    private static final OFFactory FACTORY = SwitchTables.FACTORY;
    private static final int GREETING_SECONDS = 5;
    private static final int MOST_SILENT_PERIODS = 3;
    private static final int MOST_PENDING = 64;
    private static final int MOST_PARTS = 4096;
    private static final int VERSION_BIT = 1 << 4;
    private static final int OLDEST = 4;

    /** Who is told what becomes of a connection; on the channel's thread. */
    interface Owner {
        /** @return why this switch is refused; empty: it is taken */
        String greeted(SwitchConnection connection);

        void lost(SwitchConnection connection, String reason);
    }

    /** Something that was asked: its answer, or what was written before a barrier. */
    private static final class Pending {
        private final CompletableFuture<Answer> future;
        private final long first;
        private final List<OFMessage> parts = new ArrayList<>();
        private final Map<Integer, OFErrorMsg> errors = new HashMap<>();

        Pending(CompletableFuture<Answer> future, long first) {
            this.future = future;
            this.first = first;
        }
    }

    /**
     * What a switch answered.
     *
     * @param parts of one answer, in order
     * @param errors by the place of what it refused among what was sent
     */
    record Answer(List<OFMessage> parts, Map<Integer, OFErrorMsg> errors) {}

    private final Owner owner;
    private volatile Channel channel;
    private volatile String from = "";
    private volatile long datapath;
    private volatile boolean taken;
    private long nextXid = 1;
    private int silentPeriods;
    /** By the xid that ends it. */
    private final Map<Long, Pending> pending = new HashMap<>();

    private String reason = "the switch has closed it";

    SwitchConnection(Owner owner) {
        this.owner = owner;
    }

    /** 0 before the switch has said it. */
    long datapath() {
        return datapath;
    }

    boolean isOpen() {
        return taken && channel.isActive();
    }

    /** Where it comes from. */
    String from() {
        return from;
    }

    /** Whom its certificate names; nobody where it has shown none. Of the channel's thread. */
    List<String> names() {
        return CertificateNames.of(channel.pipeline());
    }

    /** Asks something that has one answer, in one message or in parts. Any thread may. */
    CompletableFuture<Answer> ask(OFMessage request) {
        return send(List.of(request), false);
    }

    /** Writes messages and a barrier behind them; the answer has what was refused. Any thread may. */
    CompletableFuture<Answer> write(List<? extends OFMessage> messages) {
        return send(messages, true);
    }

    private CompletableFuture<Answer> send(List<? extends OFMessage> messages, boolean barrier) {
        CompletableFuture<Answer> future = new CompletableFuture<>();
        channel.eventLoop().execute(() -> {
            if (!channel.isActive()) {
                future.completeExceptionally(new IllegalStateException("the connection has ended"));
                return;
            }
            if (pending.size() >= MOST_PENDING) {
                future.completeExceptionally(new IllegalStateException("it is busy"));
                return;
            }
            Pending asked = new Pending(future, nextXid);
            for (OFMessage message : messages) {
                emit(message);
            }
            if (barrier) {
                emit(FACTORY.buildBarrierRequest().build());
            }
            pending.put(nextXid - 1, asked);
            channel.flush();
        });
        return future;
    }

    /** Ends it; all that is pending fails. Any thread may. */
    void close(String why) {
        channel.eventLoop().execute(() -> end(why));
    }

    private void end(String why) {
        if (channel.isActive()) {
            reason = why;
            channel.close();
        }
    }

    private void emit(OFMessage message) {
        long xid = nextXid++;
        ByteBuf out = channel.alloc().buffer();
        message.createBuilder().setXid(xid).build().writeTo(out);
        channel.write(out);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel = context.channel();
        from = String.valueOf(channel.remoteAddress());
        emit(FACTORY.buildHello()
                .setElements(List.of(FACTORY.buildHelloElemVersionbitmap()
                        .setBitmaps(List.of(U32.of(VERSION_BIT)))
                        .build()))
                .build());
        channel.flush();
        context.executor()
                .schedule(
                        () -> {
                            if (!taken) {
                                end("it did not greet within " + GREETING_SECONDS + " s");
                            }
                        },
                        GREETING_SECONDS,
                        TimeUnit.SECONDS);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, OFMessage message) {
        silentPeriods = 0;
        if (message instanceof OFHello hello) {
            greet(hello);
        } else if (message instanceof OFEchoRequest echo) {
            ByteBuf out = channel.alloc().buffer();
            FACTORY.buildEchoReply()
                    .setXid(echo.getXid())
                    .setData(echo.getData())
                    .build()
                    .writeTo(out);
            channel.writeAndFlush(out);
        } else if (message instanceof OFErrorMsg error) {
            refused(error);
        } else if (message instanceof OFFeaturesReply features) {
            introduced(features);
        } else if (message instanceof OFStatsReply part) {
            answered(part, !part.getFlags().contains(OFStatsReplyFlags.REPLY_MORE));
        } else if (message instanceof OFBarrierReply || message instanceof OFRoleReply) {
            answered(message, true);
        } else if (!(message instanceof OFEchoReply)) {
            end("it sent a " + message.getType() + ", which no switch sends");
        }
    }

    private void greet(OFHello hello) {
        boolean common = hello.getVersion().getWireVersion() >= OLDEST;
        for (OFHelloElem element : common ? hello.getElements() : List.<OFHelloElem>of()) {
            if (element instanceof OFHelloElemVersionbitmap versions) {
                common = !versions.getBitmaps().isEmpty()
                        && (versions.getBitmaps().get(0).getRaw() & VERSION_BIT) != 0;
            }
        }
        if (!common) {
            end("it does not speak OpenFlow 1.3");
            return;
        }
        emit(FACTORY.buildFeaturesRequest().build());
        channel.flush();
    }

    private void introduced(OFFeaturesReply features) {
        if (taken) {
            return;
        }
        if (!features.getAuxiliaryId().equals(OFAuxId.MAIN)) {
            end("it is an auxiliary connection, which nothing is sent on");
            return;
        }
        datapath = features.getDatapathId().getLong();
        taken = true;
        String refusal = owner.greeted(this);
        if (!refusal.isEmpty()) {
            taken = false;
            end(refusal);
        }
    }

    private void answered(OFMessage part, boolean last) {
        Pending asked = pending.get(part.getXid());
        if (asked == null) {
            return; // whoever asked waits no longer
        }
        asked.parts.add(part);
        if (last) {
            pending.remove(part.getXid());
            asked.future.complete(new Answer(List.copyOf(asked.parts), Map.copyOf(asked.errors)));
        } else if (asked.parts.size() >= MOST_PARTS) {
            end("an answer has more than " + MOST_PARTS + " parts");
        }
    }

    private void refused(OFErrorMsg error) {
        long xid = error.getXid();
        pending.entrySet().stream()
                .filter(each -> xid >= each.getValue().first && xid <= each.getKey())
                .findFirst()
                .ifPresent(each -> {
                    Pending asked = each.getValue();
                    asked.errors.put((int) (xid - asked.first), error);
                    if (xid == each.getKey()) { // nothing else will come
                        pending.remove(xid);
                        asked.future.complete(new Answer(List.copyOf(asked.parts), Map.copyOf(asked.errors)));
                    }
                });
    }

    /** Nothing was heard for a while. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            silentPeriods++;
            if (silentPeriods >= MOST_SILENT_PERIODS) {
                end("it answers no echo");
            } else {
                emit(FACTORY.buildEchoRequest().setData(new byte[0]).build());
                channel.flush();
            }
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        Throwable cause = thrown.getCause() instanceof NoOpenFlowException known ? known : thrown;
        end(
                cause instanceof NoOpenFlowException
                        ? "it sent " + cause.getMessage()
                        : String.valueOf(cause.getMessage()));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        IllegalStateException ended = new IllegalStateException(reason);
        pending.values().forEach(asked -> asked.future.completeExceptionally(ended));
        pending.clear();
        owner.lost(this, reason);
    }
}

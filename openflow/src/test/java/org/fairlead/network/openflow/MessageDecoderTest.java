// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFBarrierReply;
import org.projectfloodlight.openflow.protocol.OFHello;
import org.projectfloodlight.openflow.protocol.OFMessage;

class MessageDecoderTest {
    private static byte[] bytes(OFMessage... messages) {
        ByteBuf out = Unpooled.buffer();
        for (OFMessage each : messages) {
            each.writeTo(out);
        }
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private static final byte[] HELLO = bytes(
            SwitchTables.FACTORY.buildHello().setXid(1).setElements(List.of()).build());

    private static byte[] joined(byte[] one, byte[] other) {
        ByteBuf both = Unpooled.wrappedBuffer(one, other);
        byte[] bytes = new byte[both.readableBytes()];
        both.readBytes(bytes);
        return bytes;
    }

    @Test
    void messagesAreReadWhereverTheyAreCut() {
        byte[] all = joined(
                HELLO, bytes(SwitchTables.FACTORY.buildBarrierReply().setXid(9).build()));
        for (int cut = 0; cut <= all.length; cut++) {
            EmbeddedChannel channel = new EmbeddedChannel(new MessageDecoder());
            channel.writeInbound(Unpooled.copiedBuffer(all, 0, cut));
            channel.writeInbound(Unpooled.copiedBuffer(all, cut, all.length - cut));

            assertThat(channel.<Object>readInbound()).isInstanceOf(OFHello.class);
            OFBarrierReply reply = channel.readInbound();
            assertThat(reply.getXid()).isEqualTo(9);
            channel.finish();
        }
    }

    @Test
    void packetsArePassedOver() {
        byte[] packet = {4, 10, 0, 12, 0, 0, 0, 1, 1, 2, 3, 4};
        EmbeddedChannel channel = new EmbeddedChannel(new MessageDecoder());

        channel.writeInbound(Unpooled.wrappedBuffer(joined(HELLO, packet)));

        assertThat(channel.<Object>readInbound()).isInstanceOf(OFHello.class);
        assertThat(channel.<Object>readInbound()).isNull();
        channel.finish();
    }

    @Test
    void whatNoSwitchSendsIsNamedByItsFirstByte() {
        EmbeddedChannel channel = new EmbeddedChannel(new MessageDecoder());

        assertThatThrownBy(() -> channel.writeInbound(Unpooled.copiedBuffer("G", StandardCharsets.US_ASCII)))
                .hasMessageContaining("a message of version 71");
        assertThatThrownBy(() -> new EmbeddedChannel(new MessageDecoder())
                        .writeInbound(Unpooled.wrappedBuffer(new byte[] {4, 21, 0, 8, 0, 0, 0, 1})))
                .hasMessageContaining("a message of type 21 in place of a hello");
        assertThatThrownBy(() -> new EmbeddedChannel(new MessageDecoder())
                        .writeInbound(Unpooled.wrappedBuffer(new byte[] {4, 0, 0, 7, 0, 0, 0, 1})))
                .hasMessageContaining("a message of 7 bytes");
    }

    /** After a hello, or not, bytes that look like messages as far as their first four. */
    @Provide
    Arbitrary<byte[]> nearlyMessages() {
        return Arbitraries.bytes()
                .array(byte[].class)
                .ofMinSize(4)
                .ofMaxSize(200)
                .map(bytes -> {
                    bytes[0] = 4;
                    bytes[1] = (byte) ((bytes[1] & 0xff) % 31);
                    bytes[2] = 0;
                    bytes[3] = (byte) Math.min(bytes.length, 127);
                    return bytes;
                });
    }

    @Property(tries = 2_000)
    void anyBytesGiveMessagesOrOneError(
            @ForAll("nearlyMessages") byte[] bytes, @ForAll boolean greeted, @ForAll @IntRange(max = 199) int cut) {
        byte[] all = greeted ? joined(HELLO, bytes) : bytes;
        int at = Math.min(cut, all.length);
        EmbeddedChannel channel = new EmbeddedChannel(new MessageDecoder());
        int errors = 0;
        for (ByteBuf part : List.of(
                Unpooled.copiedBuffer(all, 0, at),
                Unpooled.copiedBuffer(all, at, all.length - at),
                Unpooled.copiedBuffer(HELLO))) {
            try {
                channel.writeInbound(part);
            } catch (DecoderException e) {
                assertThat(e).hasCauseInstanceOf(NoOpenFlowException.class);
                errors++;
            }
        }
        assertThat(errors).as("errors of one connection").isLessThanOrEqualTo(1);
        channel.finishAndReleaseAll();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Set;
import org.projectfloodlight.openflow.exceptions.OFParseError;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFMessageReader;

/**
 * Reads messages, each of which is at most 64 KiB. The first has to be a hello, of any version; all others are of version 1.3. What we make nothing of is passed over unread: packets, entries that ended. The first byte that no
 * switch sends ends it.
 */
final class MessageDecoder extends ByteToMessageDecoder {
    private static final int HEADER = 8;
    private static final int HELLO = 0;
    private static final int OURS = 4;
    private static final int NEWEST = 6;
    private static final int LAST_TYPE = 29;
    /** Hello, error, echo request and reply, features, multipart, barrier and role replies. */
    private static final Set<Integer> READ = Set.of(HELLO, 1, 2, 3, 6, 19, 21, 25);

    private final OFMessageReader<OFMessage> reader = OFFactories.getGenericReader();
    private boolean greeted;
    private boolean failed;

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws NoOpenFlowException {
        if (failed) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (!in.isReadable()) {
            return;
        }
        int version = in.getUnsignedByte(in.readerIndex());
        if (greeted ? version != OURS : version < 1 || version > NEWEST) {
            throw failed("a message of version " + version);
        }
        if (in.readableBytes() < HEADER) {
            return;
        }
        int type = in.getUnsignedByte(in.readerIndex() + 1);
        int length = in.getUnsignedShort(in.readerIndex() + 2);
        if (greeted ? type > LAST_TYPE : type != HELLO) {
            throw failed("a message of type " + type + (greeted ? "" : " in place of a hello"));
        }
        if (length < HEADER) {
            throw failed("a message of " + length + " bytes");
        }
        if (in.readableBytes() < length) {
            return;
        }
        ByteBuf message = in.readSlice(length);
        greeted = true;
        if (READ.contains(type)) {
            out.add(read(message, type));
        }
    }

    private OFMessage read(ByteBuf message, int type) throws NoOpenFlowException {
        try {
            OFMessage read = reader.readFrom(message);
            if (read != null) {
                return read;
            }
        } catch (OFParseError | RuntimeException e) {
            failed = true;
            throw new NoOpenFlowException("a message of type " + type + " that cannot be read: " + e.getMessage(), e);
        }
        throw failed("a message of type " + type + " that is cut off");
    }

    private NoOpenFlowException failed(String what) {
        failed = true;
        return new NoOpenFlowException(what);
    }
}

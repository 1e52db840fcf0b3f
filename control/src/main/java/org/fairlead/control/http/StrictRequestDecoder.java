// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.fairlead.protocol.time.TimeSource;

/**
 * Netty's decoder, which takes bodies and chunks apart, behind our own reading of heads: Netty accepts more than one reading of
 * some. Hands on a {@link RequestHead}, then pieces of the body, then its end; or a {@link RefusedException}, and nothing after.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
    static final int LARGEST_HEAD = 16 << 10;
    private static final int MOST_EMPTY_LINES = 4;

    private final TimeSource time;
    private boolean withinHead = true;
    private boolean discarding;
    private int scanned;
    private int emptyLines;
    private long headSinceNanos;

    StrictRequestDecoder(TimeSource time) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(LARGEST_HEAD)
                .setMaxHeaderSize(LARGEST_HEAD)
                .setMaxChunkSize(16 << 10)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true));
        this.time = time;
    }

    /** Whether part of a head is here. */
    boolean isMidway() {
        return withinHead && scanned > 0;
    }

    /** Since when, on {@link TimeSource#nanoTime()}. */
    long headSinceNanos() {
        return headSinceNanos;
    }

    /** What comes from now on is thrown away. */
    void discard() {
        discarding = true;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) throws Exception {
        if (discarding) {
            bytes.skipBytes(bytes.readableBytes());
            return;
        }
        RequestHead head = null;
        if (withinHead) {
            try {
                head = head(bytes);
            } catch (RefusedException e) {
                refuse(bytes, out, e);
                return;
            }
            if (head == null) {
                return;
            }
        }
        int before = out.size();
        super.decode(context, bytes, out);
        for (int i = before; i < out.size(); i++) {
            Object decoded = out.get(i);
            if (decoded instanceof HttpMessage message) {
                if (message.decoderResult().isFailure() || head == null) {
                    refuse(bytes, out, new RefusedException(Reason.GARBAGE, "not a request of HTTP/1.1"));
                    return;
                }
                out.set(i, head);
            }
            if (decoded instanceof LastHttpContent end) {
                if (end.decoderResult().isFailure()) {
                    out.remove(i);
                    refuse(bytes, out, new RefusedException(Reason.GARBAGE, "a body whose chunks are none"));
                    return;
                }
                withinHead = true;
                emptyLines = 0;
            }
        }
    }

    private void refuse(ByteBuf bytes, List<Object> out, RefusedException refused) {
        discard();
        bytes.skipBytes(bytes.readableBytes());
        out.add(refused);
    }

    /** The next head when it is whole; looks at each byte once, however they are cut. */
    private RequestHead head(ByteBuf bytes) throws RefusedException {
        while (scanned == 0 && bytes.readableBytes() >= 2 && isEmptyLine(bytes)) {
            bytes.skipBytes(2);
            if (++emptyLines > MOST_EMPTY_LINES) {
                throw new RefusedException(Reason.GARBAGE, "nothing but empty lines");
            }
        }
        if (scanned == 0 && bytes.readableBytes() == 1 && bytes.getByte(bytes.readerIndex()) == '\r') {
            return null; // perhaps half an empty line
        }
        int start = bytes.readerIndex();
        int length = Math.min(bytes.readableBytes(), LARGEST_HEAD);
        if (scanned == 0 && length > 0) {
            headSinceNanos = time.nanoTime();
        }
        for (; scanned < length; scanned++) {
            byte at = bytes.getByte(start + scanned);
            if (at == 0 || (at == '\n' && (scanned == 0 || bytes.getByte(start + scanned - 1) != '\r'))) {
                throw new RefusedException(Reason.GARBAGE, "NUL, or a line that ends in LF alone");
            }
            if (at == '\n' && scanned >= 3 && bytes.getByte(start + scanned - 2) == '\n') {
                int end = scanned - 3;
                scanned = 0;
                withinHead = false;
                return RequestHead.of(bytes.toString(start, end, StandardCharsets.ISO_8859_1));
            }
        }
        if (length == LARGEST_HEAD) {
            throw new RefusedException(Reason.OVERSIZED, "the head is larger than " + LARGEST_HEAD + " bytes");
        }
        return null;
    }

    private static boolean isEmptyLine(ByteBuf bytes) {
        return bytes.getByte(bytes.readerIndex()) == '\r' && bytes.getByte(bytes.readerIndex() + 1) == '\n';
    }
}

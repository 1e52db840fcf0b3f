// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetAddress;

/**
 * Sends one answer as fast as its client takes it: a large one in slices, so that no more than two of them are copied for a client
 * that reads slowly. Large answers come out of a budget.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends its connection, which is noticed there
final class AnswerWriter {
    private static final int SLICE = 32 << 10;

    private final ChannelHandlerContext context;
    private final ByteBudget budget;
    private final HttpHeaders headers;
    private final HttpResponseStatus status;
    private byte[] body;
    private int sent;
    private long taken;
    private boolean begun;
    private boolean ended;
    private Runnable done = () -> {};

    AnswerWriter(
            ChannelHandlerContext context,
            HttpFront front,
            InetAddress from,
            HttpAnswer answer,
            boolean headOnly,
            boolean last) {
        this.context = context;
        budget = front.answers();
        HttpAnswer told = answer;
        int length = answer.body().length;
        if (length > SLICE && !headOnly && !budget.take(length)) {
            RefusedException busy = new RefusedException(Reason.BUSY, "too many clients read slowly");
            told = front.service().refusal(busy, HttpQuestion.unread(from));
        } else if (length > SLICE && !headOnly) {
            taken = length;
        }
        status = HttpResponseStatus.valueOf(told.status());
        DefaultHttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
        headers = response.headers();
        headers.set(HttpHeaderNames.CONTENT_TYPE, told.contentType());
        headers.set(HttpHeaderNames.DATE, front.date());
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, told.body().length);
        told.headers().forEach(headers::set);
        if (last) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        body = headOnly ? new byte[0] : told.body();
    }

    /** @param then called once, when the client has been sent everything */
    void whenDone(Runnable then) {
        done = then;
    }

    /** Sends what the client takes now. */
    void proceed() {
        if (ended) {
            return;
        }
        if (!begun) {
            begun = true;
            if (body.length <= SLICE) {
                ended = true;
                finish(context.writeAndFlush(new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        status,
                        Unpooled.wrappedBuffer(body),
                        headers,
                        EmptyHttpHeaders.INSTANCE)));
                return;
            }
            context.write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, status, headers));
        }
        while (sent < body.length && context.channel().isWritable()) {
            int slice = Math.min(SLICE, body.length - sent);
            ByteBuf bytes = Unpooled.wrappedBuffer(body, sent, slice);
            sent += slice;
            context.writeAndFlush(new DefaultHttpContent(bytes));
        }
        if (sent == body.length && !ended) {
            ended = true;
            finish(context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
        }
    }

    /** The client is gone. */
    void cancel() {
        ended = true;
        done = () -> {};
        free();
    }

    private void finish(ChannelFuture written) {
        if (written.isDone()) {
            finished(written.isSuccess());
        } else {
            written.addListener(future -> finished(future.isSuccess()));
        }
    }

    private void finished(boolean whole) {
        free();
        if (whole) {
            done.run();
        } else {
            context.close();
        }
    }

    private void free() {
        budget.give(taken);
        taken = 0;
        body = new byte[0];
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.fairlead.protocol.message.Encoding;

/** Reads one answer; a body of unknown length, or of more than any view has, is not a controller's, and its connection is closed. */
final class BoundedBody implements BodyHandler<byte[]> {
    private static final String REFUSAL = "no controller's answer: too long, or of unknown length";

    private volatile boolean refused;

    @Override
    public BodySubscriber<byte[]> apply(HttpResponse.ResponseInfo response) {
        long length = response.headers().firstValueAsLong("Content-Length").orElse(Long.MAX_VALUE);
        refused = length > Encoding.LARGEST_REPLY_BYTES;
        return refused ? new Unread() : BodySubscribers.ofByteArray();
    }

    /** Why the body was not read, whatever the client says of a connection that was given up; empty if it was. */
    Optional<String> refusal() {
        return refused ? Optional.of(REFUSAL) : Optional.empty();
    }

    /** Closes the connection: a handler that throws would leave it open, and unread. */
    private static final class Unread implements BodySubscriber<byte[]> {
        @Override
        public CompletionStage<byte[]> getBody() {
            return CompletableFuture.failedFuture(new IOException(REFUSAL));
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(List<ByteBuffer> part) {
            // none was asked for
        }

        @Override
        public void onError(Throwable failure) {
            // the body has failed already
        }

        @Override
        public void onComplete() {
            // the body has failed already
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.ReadBytes;

/** An executor that does not exist: keeps what it is told, and answers at once as the test says. */
public final class AnsweringExecutor implements PrefetchOrders.Recipient {
    private final List<ExtentRequest> requests = new CopyOnWriteArrayList<>();
    private final List<ExtentRequest> cancelled = new CopyOnWriteArrayList<>();
    private final List<ExtentRequest> launched = new CopyOnWriteArrayList<>();
    private final List<ExtentRequest> done = new CopyOnWriteArrayList<>();
    private volatile State answer = State.ARRIVING;
    private volatile ReadBytes read = ReadBytes.NONE;

    /** From now on it says that of all requests. */
    public void answers(State state) {
        answer = state;
    }

    /** From now on it says that of each request whose task has ended. */
    public void hasRead(ReadBytes bytes) {
        read = bytes;
    }

    @Override
    public CompletionStage<byte[]> ask(byte[] message) {
        try {
            PrefetchMessage told = Encoding.CBOR.read(message, PrefetchMessage.class);
            requests.addAll(told.wanted());
            cancelled.addAll(told.cancelled());
            launched.addAll(told.launched());
            done.addAll(told.done());
            List<State> states = told.wanted().stream().map(request -> answer).toList();
            List<ReadBytes> ended = told.done().stream().map(request -> read).toList();
            return CompletableFuture.completedFuture(Encoding.CBOR.write(new PrefetchReply(states, ended)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that it was asked for, the first time or again. */
    public List<ExtentRequest> requests() {
        return requests;
    }

    public List<ExtentRequest> cancelled() {
        return cancelled;
    }

    public List<ExtentRequest> launched() {
        return launched;
    }

    public List<ExtentRequest> done() {
        return done;
    }

    long bytes() {
        return requests.stream().mapToLong(one -> one.extent().length()).sum();
    }
}

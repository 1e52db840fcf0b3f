// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.ShuffleMessages;

/** Sends executors what they are to copy, a message at a time each. Giving an order waits for nobody: of one that an executor has no room for in its queue nothing is told. Safe for threads. */
final class CopyOrders {
    private static final int MOST_WAITING = 1 << 16;
    private static final int MOST_IN_A_MESSAGE = 4096;

    /** Sends a message to one executor. */
    interface Recipient {
        /** @return the answer; fails when there is none in time */
        CompletionStage<byte[]> ask(byte[] message);
    }

    /** A block that is to be copied from its source. */
    record Block(int shuffle, CopyOrder.Source source, long map, int reduce, long bytes) {}

    private static final class Mailbox {
        private final Recipient recipient;
        private final Deque<Block> blocks = new ArrayDeque<>();
        /** Of which shuffles no more is wanted, or nothing: told before blocks are. */
        private final Deque<CopyOrder> ends = new ArrayDeque<>();

        private boolean isBusy;

        private Mailbox(Recipient recipient) {
            this.recipient = recipient;
        }
    }

    private final ToDoubleFunction<String> pace;
    private final Map<String, Mailbox> executors = new HashMap<>();
    private final LongAdder given = new LongAdder();
    private final LongAdder unsent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder unanswered = new LongAdder();

    /** @param pace at which an executor may receive now, in bytes per second; 0: not at all */
    CopyOrders(ToDoubleFunction<String> pace) {
        this.pace = pace;
    }

    synchronized void joined(String executor, Recipient recipient) {
        executors.put(executor, new Mailbox(recipient));
    }

    synchronized void left(String executor) {
        executors.remove(executor);
    }

    /** @return of how many of the blocks, from the first on, it will be told: none where it is not known or its link has nothing left, fewer where its queue is full */
    synchronized int order(String executor, List<Block> blocks) {
        given.add(blocks.size());
        Mailbox mailbox = executors.get(executor);
        int taken = mailbox == null || !(pace.applyAsDouble(executor) > 0)
                ? 0
                : Math.min(blocks.size(), MOST_WAITING - mailbox.blocks.size());
        unsent.add(blocks.size() - taken);
        if (taken > 0) {
            mailbox.blocks.addAll(blocks.subList(0, taken));
            send(executor, mailbox);
        }
        return taken;
    }

    /** Nobody reads a shuffle any more. */
    synchronized void removed(int shuffle) {
        executors.values().forEach(mailbox -> mailbox.blocks.removeIf(block -> block.shuffle() == shuffle));
    }

    /** All map tasks of a shuffle have ended: executors ask for nothing more. */
    synchronized void enough(int shuffle) {
        endWith(CopyOrder.enough(shuffle));
    }

    /** All who read a shuffle have: what is left of its copies is to go. */
    synchronized void done(int shuffle) {
        endWith(CopyOrder.over(shuffle));
    }

    private void endWith(CopyOrder end) {
        executors.forEach((executor, mailbox) -> {
            int before = mailbox.blocks.size();
            mailbox.blocks.removeIf(block -> block.shuffle() == end.shuffle());
            unsent.add(before - mailbox.blocks.size());
            mailbox.ends.add(end);
            send(executor, mailbox);
        });
    }

    /** Nobody wants copies any more. */
    synchronized void stopAll() {
        executors.forEach((executor, mailbox) -> {
            unsent.add(mailbox.blocks.size());
            mailbox.blocks.clear();
            mailbox.ends.clear();
            mailbox.ends.add(CopyOrder.allOver());
            send(executor, mailbox);
        });
    }

    private void send(String executor, Mailbox mailbox) {
        if (mailbox.isBusy || (mailbox.blocks.isEmpty() && mailbox.ends.isEmpty())) {
            return;
        }
        Optional<CopyOrder> next =
                mailbox.ends.isEmpty() ? next(executor, mailbox) : Optional.of(mailbox.ends.remove());
        if (next.isEmpty()) {
            return;
        }
        CopyOrder order = next.get();
        mailbox.isBusy = true;
        mailbox.recipient.ask(Encoding.CBOR.write(order)).whenComplete((answer, failure) -> {
            answered(order, failure == null ? answer : null);
            synchronized (this) {
                mailbox.isBusy = false;
                if (executors.get(executor) == mailbox) {
                    send(executor, mailbox);
                }
            }
        });
    }

    /** Blocks of one shuffle; none where the link has nothing left. */
    private Optional<CopyOrder> next(String executor, Mailbox mailbox) {
        double bytesPerSecond = pace.applyAsDouble(executor);
        if (!(bytesPerSecond > 0)) {
            unsent.add(mailbox.blocks.size());
            mailbox.blocks.clear();
            return Optional.empty();
        }
        int shuffle = mailbox.blocks.element().shuffle();
        List<Block> blocks = new ArrayList<>();
        while (blocks.size() < MOST_IN_A_MESSAGE
                && !mailbox.blocks.isEmpty()
                && mailbox.blocks.element().shuffle() == shuffle) {
            blocks.add(mailbox.blocks.remove());
        }
        Map<CopyOrder.Source, Integer> sources = new LinkedHashMap<>();
        int[] source = blocks.stream()
                .mapToInt(block -> sources.computeIfAbsent(block.source(), unused -> sources.size()))
                .toArray();
        return Optional.of(new CopyOrder(
                CopyOrder.What.COPY,
                shuffle,
                List.copyOf(sources.keySet()),
                source,
                blocks.stream().mapToLong(Block::map).toArray(),
                blocks.stream().mapToInt(Block::reduce).toArray(),
                blocks.stream().mapToLong(Block::bytes).toArray(),
                EarlyCopies.WINDOW,
                Double.isFinite(bytesPerSecond) ? bytesPerSecond : 0));
    }

    private void answered(CopyOrder order, byte[] answer) {
        int blocks = order.source().length;
        ShuffleMessages.accepted(answer)
                .ifPresentOrElse(
                        number -> {
                            accepted.add(number);
                            unsent.add(blocks - number);
                        },
                        () -> unanswered.add(blocks));
    }

    /** Blocks for which an order was given. */
    long given() {
        return given.sum();
    }

    /** Of these: that no executor asks for. */
    long unsent() {
        return unsent.sum();
    }

    /** Of these: that executors ask for. */
    long accepted() {
        return accepted.sum();
    }

    /** Of these: of whose message nobody knows whether it came. */
    long unanswered() {
        return unanswered.sum();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.ShuffleMessages;

/** Sends executors what they are to copy, a message at a time each. Giving an order waits for nobody: of one that an executor has no room for in its queue nothing is told. That no more is wanted is said until it was heard. Safe for threads. */
final class CopyOrders {
    private static final int MOST_WAITING = 1 << 16;
    private static final int MOST_IN_A_MESSAGE = 4096;
    /** Of an executor that does not answer, the oldest are forgotten. */
    private static final int MOST_ENDS = 1024;

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

        private void end(CopyOrder end) {
            if (ends.size() >= MOST_ENDS) {
                ends.remove();
            }
            ends.add(end);
        }
    }

    /** @param blocks that the order names */
    private record Message(CopyOrder order, List<Block> blocks) {}

    private final ToDoubleFunction<String> pace;
    private final Consumer<List<Block>> refused;
    private final Map<String, Mailbox> executors = new HashMap<>();
    private final LongAdder given = new LongAdder();
    private final LongAdder unsent = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder unanswered = new LongAdder();

    /**
     * @param pace at which an executor may receive now, in bytes per second; 0: not at all
     * @param refused is given blocks that were taken and will not be asked for after all; waits for nobody, on any thread
     */
    CopyOrders(ToDoubleFunction<String> pace, Consumer<List<Block>> refused) {
        this.pace = pace;
        this.refused = refused;
    }

    synchronized void joined(String executor, Recipient recipient) {
        executors.put(executor, new Mailbox(recipient));
    }

    /** An executor is gone: nobody copies anything from it or to it. */
    synchronized void left(String executor) {
        Mailbox gone = executors.remove(executor);
        if (gone != null) {
            leaveOut(gone, block -> true);
        }
        executors
                .values()
                .forEach(mailbox ->
                        leaveOut(mailbox, block -> block.source().executor().equals(executor)));
    }

    private void leaveOut(Mailbox mailbox, Predicate<Block> which) {
        List<Block> out = mailbox.blocks.stream().filter(which).toList();
        if (!out.isEmpty()) {
            mailbox.blocks.removeIf(which);
            unsent.add(out.size());
            refused.accept(out);
        }
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
            leaveOut(mailbox, block -> block.shuffle() == end.shuffle());
            mailbox.end(end);
            send(executor, mailbox);
        });
    }

    /** Nobody wants copies any more. */
    synchronized void stopAll() {
        executors.forEach((executor, mailbox) -> {
            leaveOut(mailbox, block -> true);
            mailbox.ends.clear();
            mailbox.end(CopyOrder.allOver());
            send(executor, mailbox);
        });
    }

    /** Tells executors once more what they did not answer to. Called every so often. */
    synchronized void sendAgain() {
        executors.forEach(this::send);
    }

    private void send(String executor, Mailbox mailbox) {
        if (mailbox.isBusy || (mailbox.blocks.isEmpty() && mailbox.ends.isEmpty())) {
            return;
        }
        Optional<Message> next = mailbox.ends.isEmpty()
                ? next(executor, mailbox)
                : Optional.of(new Message(mailbox.ends.remove(), List.of()));
        if (next.isEmpty()) {
            return;
        }
        Message message = next.get();
        mailbox.isBusy = true;
        mailbox.recipient.ask(Encoding.CBOR.write(message.order())).whenComplete((answer, failure) -> {
            boolean isHeard = answered(message.blocks(), failure == null ? answer : null);
            synchronized (this) {
                mailbox.isBusy = false;
                if (executors.get(executor) != mailbox) {
                    return;
                }
                if (isHeard || message.order().what() == CopyOrder.What.COPY) {
                    send(executor, mailbox);
                } else if (mailbox.ends.size() < MOST_ENDS) {
                    mailbox.ends.addFirst(message.order()); // and blocks wait until it was heard
                }
            }
        });
    }

    /** Blocks of one shuffle; none where the link has nothing left. */
    private Optional<Message> next(String executor, Mailbox mailbox) {
        double bytesPerSecond = pace.applyAsDouble(executor);
        if (!(bytesPerSecond > 0)) {
            leaveOut(mailbox, block -> true);
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
        CopyOrder order = new CopyOrder(
                CopyOrder.What.COPY,
                shuffle,
                List.copyOf(sources.keySet()),
                source,
                blocks.stream().mapToLong(Block::map).toArray(),
                blocks.stream().mapToInt(Block::reduce).toArray(),
                blocks.stream().mapToLong(Block::bytes).toArray(),
                EarlyCopies.WINDOW,
                Double.isFinite(bytesPerSecond) ? bytesPerSecond : 0);
        return Optional.of(new Message(order, blocks));
    }

    /**
     * Of an order that was not answered in time nothing is refused: the executor may well copy what it names. What it does not copy, tasks fetch as ever.
     *
     * @param answer null where there is none; one that says no number comes of an executor that has no room for the order
     * @return whether it says that the order was heard
     */
    private boolean answered(List<Block> blocks, byte[] answer) {
        if (answer == null) {
            unanswered.add(blocks.size());
            return false;
        }
        OptionalInt number = ShuffleMessages.accepted(answer);
        accepted.add(number.orElse(0));
        unsent.add(blocks.size() - number.orElse(0));
        List<Block> not = number.isEmpty()
                ? blocks
                : Arrays.stream(ShuffleMessages.refused(answer))
                        .filter(block -> block >= 0 && block < blocks.size())
                        .mapToObj(blocks::get)
                        .toList();
        if (!not.isEmpty()) {
            refused.accept(not);
        }
        return number.isPresent();
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

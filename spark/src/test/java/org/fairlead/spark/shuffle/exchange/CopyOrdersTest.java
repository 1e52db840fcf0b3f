// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.spark.shuffle.CopyOrder;
import org.fairlead.spark.shuffle.ShuffleMessages;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopyOrdersTest {
    private static final CopyOrder.Source SENDER = new CopyOrder.Source("h2", 7000, "2");

    private final Receiver receiver = new Receiver();
    private double pace = 5e6;
    private final List<CopyOrders.Block> refused = new ArrayList<>();
    private final CopyOrders orders = new CopyOrders(executor -> pace, refused::addAll);

    /** Answers when the test says so. */
    private static final class Receiver implements CopyOrders.Recipient {
        private final List<CopyOrder> told = new ArrayList<>();
        private CompletableFuture<byte[]> answer = new CompletableFuture<>();

        @Override
        public CompletionStage<byte[]> ask(byte[] message) {
            try {
                told.add(Encoding.CBOR.read(message, CopyOrder.class));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            answer = new CompletableFuture<>();
            return answer;
        }

        private void accept(int blocks) {
            answer.complete(ByteBuffer.allocate(Integer.BYTES).putInt(blocks).array());
        }
    }

    @BeforeEach
    void join() {
        orders.joined("1", receiver);
    }

    private static List<CopyOrders.Block> blocks(int shuffle, int count) {
        return IntStream.range(0, count)
                .mapToObj(reduce -> new CopyOrders.Block(shuffle, SENDER, 17, reduce, 1000 + reduce))
                .toList();
    }

    @Test
    void aMessageSaysWhichBlocksOfWhom() {
        orders.order("1", blocks(3, 2));

        CopyOrder order = receiver.told.get(0);
        assertThat(order.shuffle()).isEqualTo(3);
        assertThat(order.sources()).containsExactly(SENDER);
        assertThat(order.source()).containsExactly(0, 0);
        assertThat(order.map()).containsExactly(17, 17);
        assertThat(order.reduce()).containsExactly(0, 1);
        assertThat(order.bytes()).containsExactly(1000, 1001);
        assertThat(order.paceBytesPerSecond()).isEqualTo(5e6);
    }

    @Test
    void oneMessageAtATimeOfOneShuffle() {
        orders.order("1", blocks(3, 1));
        orders.order("1", blocks(3, 2));
        orders.order("1", blocks(4, 1));
        assertThat(receiver.told).hasSize(1);

        receiver.accept(1);
        receiver.accept(1);

        assertThat(receiver.told).extracting(CopyOrder::shuffle).containsExactly(3, 3, 4);
        assertThat(orders.given()).isEqualTo(4);
        assertThat(orders.accepted()).isEqualTo(2);
        assertThat(orders.unsent()).isEqualTo(1);
    }

    @Test
    void whereALinkHasNothingLeftNothingIsSent() {
        pace = 0;

        assertThat(orders.order("1", blocks(3, 2))).isZero();
        assertThat(receiver.told).isEmpty();
        assertThat(orders.unsent()).isEqualTo(2);
    }

    @Test
    void whatWaitsWhenALinkHasNothingLeftIsRefused() {
        orders.order("1", blocks(3, 1));
        assertThat(orders.order("1", blocks(3, 2))).isEqualTo(2);

        pace = 0;
        receiver.accept(1);

        assertThat(receiver.told).hasSize(1);
        assertThat(orders.unsent()).isEqualTo(2);
        assertThat(refused).containsExactlyElementsOf(blocks(3, 2));
    }

    @Test
    void itIsKnownWhichBlocksAnExecutorRefuses() {
        orders.order("1", blocks(3, 3));

        receiver.answer.complete(ShuffleMessages.number(1, 0, 2, 99));

        assertThat(orders.accepted()).isEqualTo(1);
        assertThat(refused).containsExactly(blocks(3, 3).get(0), blocks(3, 3).get(2));
    }

    @Test
    void whatFindsNoRoomInAQueueIsNotTaken() {
        assertThat(orders.order("1", blocks(3, 1))).isEqualTo(1);
        assertThat(orders.order("1", blocks(3, (1 << 16) - 1))).isEqualTo((1 << 16) - 1);

        assertThat(orders.order("1", blocks(3, 3))).isEqualTo(1);
        assertThat(orders.order("1", blocks(3, 3))).isZero();
        assertThat(orders.unsent()).isEqualTo(5);
    }

    @Test
    void whoDoesNotAnswerGetsTheNextMessage() {
        orders.order("1", blocks(3, 2));
        orders.order("1", blocks(4, 1));

        receiver.answer.completeExceptionally(new IOException("gone"));

        assertThat(receiver.told).hasSize(2);
        assertThat(orders.unanswered()).isEqualTo(2);
    }

    /** An answer that comes late is no less an answer. */
    @Test
    void whatNobodyAnsweredMayBeCopiedAllTheSame() {
        orders.order("1", blocks(3, 2));

        receiver.answer.completeExceptionally(new IOException("late"));

        assertThat(refused).isEmpty();
        assertThat(orders.unsent()).isZero();
    }

    @Test
    void whoHasNoRoomForAnOrderCopiesNothingOfIt() {
        orders.order("1", blocks(3, 2));

        receiver.answer.complete(new byte[0]);

        assertThat(refused).containsExactlyElementsOf(blocks(3, 2));
        assertThat(orders.unsent()).isEqualTo(2);
        assertThat(orders.unanswered()).isZero();
    }

    @Test
    void thatNoMoreIsWantedIsSaidUntilItWasHeard() {
        orders.enough(3);
        orders.order("1", blocks(4, 1));
        receiver.answer.completeExceptionally(new IOException("late"));
        assertThat(receiver.told).hasSize(1);

        orders.sendAgain();
        receiver.answer.complete(new byte[0]); // its queue was full
        orders.sendAgain();
        receiver.accept(0);
        orders.sendAgain();

        assertThat(receiver.told)
                .extracting(CopyOrder::what)
                .containsExactly(
                        CopyOrder.What.ENOUGH, CopyOrder.What.ENOUGH, CopyOrder.What.ENOUGH, CopyOrder.What.COPY);
    }

    @Test
    void whoIsGoneIsToldNothingMore() {
        orders.done(3);
        orders.left("1");
        receiver.answer.completeExceptionally(new IOException("gone"));

        orders.sendAgain();

        assertThat(receiver.told).hasSize(1);
    }

    @Test
    void nothingIsCopiedFromWhoIsGone() {
        orders.order("1", blocks(3, 1));
        orders.order("1", blocks(3, 2));

        orders.left("2");
        receiver.accept(1);

        assertThat(receiver.told).hasSize(1);
        assertThat(orders.unsent()).isEqualTo(2);
        assertThat(refused).containsExactlyElementsOf(blocks(3, 2));
    }

    @Test
    void whoIsNotKnownIsSentNothing() {
        assertThat(orders.order("9", blocks(3, 2))).isZero();
        orders.left("1");
        assertThat(orders.order("1", blocks(3, 1))).isZero();

        assertThat(receiver.told).isEmpty();
        assertThat(orders.unsent()).isEqualTo(3);
    }

    @Test
    void whenNobodyWantsCopiesAnyMoreExecutorsAreTold() {
        orders.order("1", blocks(3, 1));
        orders.order("1", blocks(3, 5));

        orders.stopAll();
        receiver.accept(1);

        assertThat(receiver.told).hasSize(2);
        assertThat(receiver.told.get(1).what()).isEqualTo(CopyOrder.What.OVER);
        assertThat(orders.unsent()).isEqualTo(5);
    }

    @Test
    void whenAShuffleWasReadExecutorsAreToldOnce() {
        orders.order("1", blocks(3, 1));
        orders.order("1", blocks(3, 5));

        orders.done(3);
        receiver.accept(1);
        receiver.accept(0);

        assertThat(receiver.told).hasSize(2);
        assertThat(receiver.told.get(1).what()).isEqualTo(CopyOrder.What.OVER);
        assertThat(receiver.told.get(1).shuffle()).isEqualTo(3);
    }

    @Test
    void whenAllIsWrittenNothingMoreOfItIsSent() {
        orders.order("1", blocks(3, 1));
        orders.order("1", blocks(3, 5));
        orders.order("1", blocks(4, 2));

        orders.enough(3);
        receiver.accept(1);
        receiver.accept(0);

        assertThat(receiver.told)
                .extracting(CopyOrder::what)
                .containsExactly(CopyOrder.What.COPY, CopyOrder.What.ENOUGH, CopyOrder.What.COPY);
        assertThat(receiver.told).extracting(CopyOrder::shuffle).containsExactly(3, 3, 4);
        assertThat(orders.unsent()).isEqualTo(5);
    }

    @Test
    void aShuffleThatIsGoneIsNotCopied() {
        orders.order("1", blocks(3, 1));
        orders.order("1", blocks(4, 5));

        orders.removed(4);
        receiver.accept(1);

        assertThat(receiver.told).hasSize(1);
    }
}

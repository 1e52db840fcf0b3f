// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.spark.prefetch.BlockKey;
import org.fairlead.spark.prefetch.Extent;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.PrefetchCount;
import org.fairlead.spark.prefetch.ReadBytes;
import org.fairlead.spark.prefetch.order.PrefetchOrders.Order;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PrefetchOrdersTest {
    private final HandDrivenTime time = new HandDrivenTime();
    private volatile ModeInForce mode = new ModeInForce(Mode.ENFORCE, 0.5);
    private final PrefetchOrders orders = new PrefetchOrders(() -> mode, 1, time);
    private final Executor one = new Executor();

    @AfterEach
    void end() {
        orders.close();
    }

    /** Keeps what it is told, and answers when the test says so. */
    private static final class Executor implements PrefetchOrders.Recipient {
        private final List<PrefetchMessage> messages = new CopyOnWriteArrayList<>();
        private final List<CompletableFuture<byte[]>> answers = new CopyOnWriteArrayList<>();

        @Override
        public CompletionStage<byte[]> ask(byte[] message) {
            try {
                messages.add(Encoding.CBOR.read(message, PrefetchMessage.class));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            answers.add(answer);
            return answer;
        }

        private void answer(int message, State... states) {
            answers.get(message).complete(Encoding.CBOR.write(new PrefetchReply(List.of(states), List.of())));
        }
    }

    private static ExtentRequest request(long block) {
        return new ExtentRequest(
                block, "hdfs://nn", "/file", 0, 100, new Extent(new BlockKey("pool", block, 1), 0, 100), "h1", 5000, 0);
    }

    @Test
    void aMessageAtATimeAndTheTimeThatIsLeft() {
        orders.joined("1", one);
        assertThat(orders.order("1", request(1), state -> {})).isTrue();
        orders.order("1", request(2), state -> {});
        orders.order("1", request(3), state -> {});
        time.pass(Duration.ofSeconds(2));

        assertThat(one.messages).hasSize(1);
        assertThat(one.messages.get(0).requests()).containsExactly(request(1));
        one.answer(0, State.HELD);
        assertThat(one.messages).hasSize(2);
        assertThat(one.messages.get(1).requests())
                .extracting(ExtentRequest::leftMillis)
                .containsExactly(3000L, 3000L);
        one.answer(1, State.ARRIVING, State.REFUSED);
        assertThat(List.of(
                        orders.count(Order.GIVEN),
                        orders.count(Order.HELD),
                        orders.count(Order.ARRIVING),
                        orders.count(Order.REFUSED)))
                .containsExactly(3L, 1L, 1L, 1L);
    }

    @Test
    void whatIsAskedForAgainIsAnsweredAndNotCounted() {
        List<State> heard = new CopyOnWriteArrayList<>();
        orders.joined("1", one);
        orders.order("1", request(1), heard::add);
        orders.again("1", request(1), heard::add);
        orders.order("1", request(2), heard::add);
        one.answer(0, State.ARRIVING);
        assertThat(one.messages.get(1).requests()).containsExactly(request(2));
        assertThat(one.messages.get(1).again()).containsExactly(request(1));
        one.answer(1, State.REFUSED, State.HELD);

        assertThat(heard).containsExactly(State.ARRIVING, State.REFUSED, State.HELD);
        assertThat(List.of(
                        orders.count(Order.GIVEN),
                        orders.count(Order.HELD),
                        orders.count(Order.ARRIVING),
                        orders.count(Order.REFUSED)))
                .containsExactly(2L, 0L, 1L, 1L);
    }

    @Test
    void anExecutorThatDoesNotAnswerHoldsUpNobody() {
        Executor other = new Executor();
        orders.joined("1", one);
        orders.joined("2", other);
        for (int block = 0; block < 1100; block++) {
            orders.order("1", request(block), state -> {});
        }
        orders.order("2", request(7), state -> {});

        assertThat(orders.count(Order.UNSENT))
                .as("of 1,100 one is sent and 1,024 wait")
                .isEqualTo(75);
        assertThat(other.messages).hasSize(1);
        one.answers.get(0).completeExceptionally(new IOException("no answer"));
        assertThat(orders.count(Order.UNANSWERED)).isEqualTo(1);
        assertThat(one.messages.get(1).requests()).hasSize(64);
    }

    @Test
    void whereNobodyIsOrNothingCountsNothingIsSent() {
        assertThat(orders.order("1", request(1), state -> {})).isFalse();
        assertThat(orders.count(Order.UNSENT)).isEqualTo(1);
        orders.joined("1", one);
        mode = new ModeInForce(Mode.OBSERVE, 1);
        assertThat(orders.order("1", request(1), state -> {})).isFalse();
        assertThat(orders.count(Order.OBSERVED)).isEqualTo(1);
        orders.left("1");
        mode = new ModeInForce(Mode.ENFORCE, 1);
        assertThat(orders.order("1", request(1), state -> {})).isFalse();

        assertThat(one.messages).isEmpty();
    }

    @Test
    void aCanarysShareOfTheBlocksIsFetchedTheSameEachTime() {
        orders.joined("1", one);
        mode = new ModeInForce(Mode.CANARY, 0.25);
        List<Long> first = drawn();
        List<Long> again = drawn();

        assertThat(first).isEqualTo(again);
        assertThat(first.size()).isBetween(150, 350);
    }

    private List<Long> drawn() {
        long before = orders.count(Order.OBSERVED);
        List<Long> drawn = LongStream.range(0, 1000)
                .filter(block -> {
                    long observed = orders.count(Order.OBSERVED);
                    orders.order("1", request(block), state -> {});
                    return orders.count(Order.OBSERVED) == observed;
                })
                .boxed()
                .toList();
        assertThat(orders.count(Order.OBSERVED) - before).isEqualTo(1000 - drawn.size());
        return drawn;
    }

    @Test
    void whatIsCancelledBeforeItIsSentIsNotSent() {
        orders.joined("1", one);
        orders.order("1", request(1), state -> {});
        orders.order("1", request(2), state -> {});
        orders.cancel("1", request(2));
        orders.cancel("1", request(1));
        one.answer(0, State.ARRIVING);

        assertThat(one.messages).hasSize(2);
        assertThat(one.messages.get(1).requests()).isEmpty();
        assertThat(one.messages.get(1).cancelled()).containsExactly(request(1));
    }

    /** A cancelled fetch went on where its request was about to be asked for again. */
    @Test
    void whatIsCancelledWhileItWaitsToBeAskedForAgainIsCancelled() {
        orders.joined("1", one);
        orders.order("1", request(1), state -> {});
        orders.again("1", request(1), state -> {});
        orders.cancel("1", request(1));
        one.answer(0, State.ARRIVING);

        assertThat(one.messages.get(1).again()).isEmpty();
        assertThat(one.messages.get(1).cancelled()).containsExactly(request(1));
    }

    @Test
    void executorsHearOfLaunchesAndEndsUnlessTheyKnowNothingOfTheRequest() {
        orders.joined("1", one);
        orders.order("1", request(1), state -> {});
        orders.order("1", request(2), state -> {});
        orders.launched("1", request(1));
        orders.launched("1", request(2));
        orders.done("1", request(1), read -> {});
        one.answer(0, State.ARRIVING);

        assertThat(one.messages).hasSize(2);
        assertThat(one.messages.get(1))
                .isEqualTo(new PrefetchMessage(
                        false, List.of(), List.of(request(1)), List.of(request(1)), List.of(), List.of()));
    }

    @Test
    void whatCameAndWasReadIsHeardWhenATaskHasEnded() {
        List<ReadBytes> heard = new CopyOnWriteArrayList<>();
        orders.joined("1", one);
        orders.order("1", request(1), state -> {});
        orders.order("1", request(2), state -> {});
        orders.done("1", request(1), heard::add);
        orders.done("1", request(2), heard::add);
        assertThat(heard).as("it was not told of the second").containsExactly(ReadBytes.NONE);
        one.answer(0, State.ARRIVING);

        ReadBytes read = new ReadBytes(100, 60);
        one.answers.get(1).complete(Encoding.CBOR.write(new PrefetchReply(List.of(), List.of(read))));

        assertThat(heard).containsExactly(ReadBytes.NONE, read);
    }

    @Test
    void whoDoesNotKeepUpWithEndsDropsAll() {
        orders.joined("1", one);
        orders.order("1", request(0), state -> {});
        for (int block = 1; block <= 1025; block++) {
            orders.done("1", request(block), read -> {});
        }
        one.answer(0, State.ARRIVING);

        assertThat(one.messages.get(1).all()).isTrue();
        assertThat(one.messages.get(1).done()).isEmpty();
    }

    @Test
    void whenNothingCountsAnyMoreExecutorsDropWhatTheyHold() throws Exception {
        orders.joined("1", one);
        orders.order("1", request(1), state -> {});
        one.answer(0, State.ARRIVING);
        mode = new ModeInForce(Mode.OBSERVE, 1);

        soon("they are told", () -> one.messages.size() == 2);

        assertThat(one.messages.get(1))
                .isEqualTo(new PrefetchMessage(true, List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void countsOfExecutorsAreAddedUp() {
        long[] some = new long[PrefetchCount.number()]; // in the order of the counts: bytes fetched, bytes read
        some[1] = 7;
        orders.counted("1", some);
        orders.counted("2", some);
        some[1] = 9;
        orders.counted("2", some);
        orders.counted("3", new long[] {1});

        assertThat(orders.count(PrefetchCount.BYTES_READ)).isEqualTo(16);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.spark.Soon.soon;
import static org.fairlead.spark.prefetch.SmallHdfs.BLOCK;
import static org.fairlead.spark.prefetch.SmallHdfs.content;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.fairlead.core.prefetch.memory.MemoryAnswer.State;
import org.fairlead.protocol.message.Encoding;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.spark.input.FilePart;
import org.fairlead.spark.prefetch.ExtentRequest;
import org.fairlead.spark.prefetch.ReadBytes;
import org.fairlead.spark.prefetch.SmallHdfs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real HDFS, with an executor that answers as the test says. */
@Timeout(300)
@Tag("long")
class TaskInputsTest {
    private static final List<String> HOSTS = List.of("h1", "h2", "h3");
    private static final int ELSEWHERE = 7;

    @RegisterExtension
    private static final SmallHdfs hdfs =
            SmallHdfs.builder().file("/file", content(3 * BLOCK - 1000, 1)).shared();

    private final AnsweringExecutor executor = new AnsweringExecutor();
    private volatile Mode mode = Mode.ENFORCE;
    private final PrefetchOrders orders = new PrefetchOrders(() -> new ModeInForce(mode, 1), 1, TimeSource.SYSTEM);
    private final TaskInputs inputs = new TaskInputs(orders, hdfs.conf(), TimeSource.SYSTEM);

    @AfterEach
    void end() {
        inputs.close();
        orders.close();
    }

    private static TaskInputs.Input input(long id, FilePart part, int source, int host) {
        return new TaskInputs.Input(id, "1", List.of(part), HOSTS::indexOf, source, host);
    }

    private static FilePart part(long start, long length) {
        return new FilePart(new Path(hdfs.daemons().getURI() + "/file"), start, length);
    }

    @Test
    void aSplitIsFetchedBlockByBlockFromTheHostThatWasNamed() throws Exception {
        orders.joined("1", executor);
        inputs.fetch(input(4, part(BLOCK / 2, BLOCK), 1, ELSEWHERE), 2000);
        soon("it is ordered", () -> executor.requests().size() == 2);

        List<LocatedBlock> blocks = hdfs.blocks("/file");
        for (int i = 0; i < 2; i++) {
            ExtentRequest request = executor.requests().get(i);
            LocatedBlock block = blocks.get(i);
            assertThat(request.extent().block().id()).isEqualTo(block.getBlock().getBlockId());
            assertThat(request.extent().offset()).isEqualTo(i == 0 ? BLOCK / 2 : 0);
            assertThat(request.extent().length()).isEqualTo(BLOCK / 2);
            assertThat(request.source()).isEqualTo(address(block, "h2"));
            assertThat(request.leftMillis()).isBetween(1000L, 2000L);
        }
        assertThat(inputs.orderedBytes(4)).isEqualTo(BLOCK);
        assertThat(inputs.heldShare(4)).isZero();
    }

    private static String address(LocatedBlock block, String host) {
        List<DatanodeInfo> all = new ArrayList<>(List.of(block.getLocations()));
        all.removeIf(each -> !each.getHostName().equals(host));
        return all.get(0).getXferAddr();
    }

    @Test
    void whatHasComeIsKnownWhenItIsAskedForAgain() throws Exception {
        orders.joined("1", executor);
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("it is ordered", () -> inputs.isOrdered(5));
        executor.answers(State.HELD);
        inputs.renew(5, 500, 7_000, true);
        soon("it is told", () -> inputs.heldShare(5) == 1);

        assertThat(executor.requests()).last().satisfies(request -> assertThat(request.bytesPerSecond())
                .isEqualTo(7_000));
        assertThat(inputs.fetchedBytes(5)).isEqualTo(BLOCK);
        assertThat(orders.count(PrefetchOrders.Order.GIVEN)).isEqualTo(1);
        inputs.cancel(5);
        assertThat(executor.cancelled()).hasSize(1);
        assertThat(inputs.heldShare(5)).isZero();
        inputs.renew(5, 500, 0, true);
        assertThat(executor.requests()).hasSize(2);
    }

    @Test
    void anExecutorSaysByItselfWhatHasCome() throws Exception {
        PrefetchEndpoint endpoint = new PrefetchEndpoint(orders, inputs);
        orders.joined("1", executor);
        inputs.fetch(input(5, part(0, 2 * BLOCK), 0, ELSEWHERE), 2000);
        soon("it is ordered", () -> inputs.isOrdered(5));
        long before = inputs.version();
        long[] first = {executor.requests().get(0).id()};

        endpoint.receive(new Object[] {"2", PrefetchEndpoint.ARRIVED, first});
        assertThat(inputs.heldShare(5)).as("another executor's").isZero();
        assertThat(inputs.version()).isEqualTo(before);
        endpoint.receive(new Object[] {"1", PrefetchEndpoint.ARRIVED, first});
        assertThat(inputs.heldShare(5)).isEqualTo(0.5);
        assertThat(inputs.version()).isGreaterThan(before);
        inputs.cancel(5);
        endpoint.receive(new Object[] {"1", PrefetchEndpoint.ARRIVED, first});
        assertThat(inputs.heldShare(5)).isZero();
    }

    @Test
    void executorsHearOfLaunchesAndEnds() throws Exception {
        orders.joined("1", executor);
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("it is ordered", () -> inputs.isOrdered(5));
        long request = executor.requests().get(0).id();

        inputs.launched(5);
        assertThat(executor.launched()).extracting(ExtentRequest::id).containsExactly(request);
        assertThat(inputs.isFetched(5)).isTrue();
        inputs.done(5, read -> {});
        assertThat(executor.done()).extracting(ExtentRequest::id).containsExactly(request);
        assertThat(inputs.isFetched(5)).isFalse();
        assertThat(executor.cancelled()).isEmpty();
    }

    @Test
    void whatCameOfAllPartsIsAddedUp() throws Exception {
        List<ReadBytes> heard = new CopyOnWriteArrayList<>();
        orders.joined("1", executor);
        inputs.fetch(input(5, part(0, 2 * BLOCK), 0, ELSEWHERE), 2000);
        soon("it is ordered", () -> inputs.isOrdered(5));
        executor.hasRead(new ReadBytes(100, 60));

        inputs.done(5, heard::add);

        assertThat(heard).containsExactly(new ReadBytes(200, 120));
    }

    @Test
    void whenExecutorsDropAllNothingCountsUntilItIsFetchedAgain() throws Exception {
        orders.joined("1", executor);
        executor.answers(State.HELD);
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("it is there", () -> inputs.isOrdered(5) && inputs.heldShare(5) == 1);

        mode = Mode.OBSERVE;
        soon("it counts no more", () -> !inputs.isOrdered(5) && inputs.heldShare(5) == 0);
        inputs.renew(5, 500, 0, true);
        assertThat(inputs.isOrdered(5)).isFalse();

        mode = Mode.ENFORCE;
        inputs.renew(5, 500, 0, true);
        assertThat(inputs.isOrdered(5)).isTrue();
        assertThat(inputs.heldShare(5)).isEqualTo(1);
    }

    @Test
    void whatAnExecutorSaidBeforeItDroppedAllDoesNotCount() throws Exception {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        orders.joined("1", message -> answer);
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("it is ordered", () -> inputs.isOrdered(5));
        mode = Mode.OBSERVE;
        soon("it counts no more", () -> !inputs.isOrdered(5));

        answer.complete(Encoding.CBOR.write(new PrefetchReply(List.of(State.HELD), List.of())));

        assertThat(inputs.heldShare(5)).isZero();
        assertThat(inputs.fetchedBytes(5)).isZero();
    }

    @Test
    void whereNothingMayBeginOnlyWhatHasComeOrComesIsAskedForAgain() throws Exception {
        orders.joined("1", executor);
        executor.answers(State.REFUSED);
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("it is ordered", () -> inputs.isOrdered(5));

        inputs.renew(5, 500, 0, false);
        assertThat(executor.requests()).hasSize(1);

        executor.answers(State.ARRIVING);
        inputs.renew(5, 500, 0, true);
        inputs.renew(5, 500, 0, false);
        assertThat(executor.requests()).hasSize(3);
    }

    @Test
    void whereNothingMayBeginWhatWasNotSentIsNot() throws Exception {
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("nobody knows its executor", () -> orders.count(PrefetchOrders.Order.UNSENT) == 1);
        orders.joined("1", executor);

        inputs.renew(5, 500, 0, false);

        assertThat(executor.requests()).isEmpty();
        assertThat(inputs.isOrdered(5)).isFalse();
    }

    @Test
    void whatIsAskedForAgainBeforeItWasOrderedIsOrdered() throws Exception {
        inputs.fetch(input(5, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("nobody knows its executor", () -> orders.count(PrefetchOrders.Order.UNSENT) == 1);
        assertThat(inputs.orderedBytes(5)).isZero();
        orders.joined("1", executor);

        inputs.renew(5, 500, 0, true);

        assertThat(inputs.isOrdered(5)).isTrue();
        assertThat(inputs.orderedBytes(5)).isEqualTo(BLOCK);
    }

    @Test
    void whatIsBehindThousandsOfOthersDoesNotArrive() {
        CompletableFuture<Integer> goesOn = new CompletableFuture<>();
        inputs.fetch(new TaskInputs.Input(0, "1", List.of(part(0, BLOCK)), name -> goesOn.join(), 0, ELSEWHERE), 2000);
        for (long id = 1; id <= 4097; id++) {
            inputs.fetch(input(id, part(0, BLOCK), 0, ELSEWHERE), 2000);
        }

        assertThat(inputs.isArriving(4096)).isTrue();
        assertThat(inputs.isArriving(4097)).isFalse();
        goesOn.complete(0);
    }

    @Test
    void whileTheModeObservesNothingIsOrdered() throws Exception {
        mode = Mode.OBSERVE;
        orders.joined("1", executor);
        inputs.fetch(input(3, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("it is counted", () -> orders.count(PrefetchOrders.Order.OBSERVED) == 1);

        assertThat(inputs.isOrdered(3)).isFalse();
        assertThat(inputs.orderedBytes(3)).isZero();
        assertThat(executor.requests()).isEmpty();
    }

    @Test
    void whatIsOnTheExecutorsHostIsThere() throws Exception {
        orders.joined("1", executor);
        inputs.fetch(input(6, part(0, 3 * BLOCK - 1000), 0, 2), 2000);
        soon("it is found", () -> inputs.heldShare(6) == 1);

        assertThat(executor.requests()).isEmpty();
    }

    @Test
    void filesThatAreGoneAndOtherFileSystemsAreLeftToTheirReaders() throws Exception {
        orders.joined("1", executor);
        inputs.fetch(input(7, new FilePart(new Path(hdfs.daemons().getURI() + "/gone"), 0, 10), 0, 7), 2000);
        inputs.fetch(input(8, new FilePart(new Path("file:/etc/hosts"), 0, 10), 0, 7), 2000);
        inputs.fetch(input(9, part(0, BLOCK), 0, ELSEWHERE), 2000);
        soon("the last is ordered", () -> executor.bytes() == BLOCK);
        soon("that is noted", () -> inputs.isArriving(9));

        assertThat(executor.requests()).hasSize(1);
        assertThat(inputs.isArriving(7)).isFalse();
        assertThat(inputs.isArriving(8)).isFalse();
        assertThat(inputs.isUnfetchable(8)).isTrue();
        assertThat(inputs.isUnfetchable(9)).isFalse();
    }

    @Test
    void whetherFilesAreServedIsKnownByTheirNames() {
        assertThat(inputs.isServed(new Path(hdfs.daemons().getURI() + "/gone"))).isTrue();
        assertThat(inputs.isServed(new Path("file:/etc/hosts"))).isFalse();
        assertThat(inputs.isServed(new Path("s3a://bucket/object")))
                .as("S3A opens it by its own stream")
                .isFalse();
    }
}

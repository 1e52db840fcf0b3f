// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FetchQueueTest {
    private final FetchQueue queue = new FetchQueue();

    private static HeldExtent due(long deadlineNanos) {
        return new HeldExtent(
                null,
                new Extent(new BlockKey("pool", 1, 1), 0, DirectMemory.CHUNK),
                deadlineNanos,
                List.of(ByteBuffer.allocate(DirectMemory.CHUNK)));
    }

    private static ExtentRequest request(long id) {
        Extent extent = new Extent(new BlockKey("pool", 1, 1), 0, DirectMemory.CHUNK);
        return new ExtentRequest(id, "hdfs://nn", "/file", 0, DirectMemory.CHUNK, extent, "h1", 1000, 0);
    }

    @Test
    void whatIsAskedForAgainHasItsPlaceByItsNewestDeadline() throws InterruptedException {
        HeldExtent one = due(10);
        HeldExtent another = due(20);
        HeldExtent last = due(30);
        queue.add(List.of(last, one, another));

        last.wantedBy(request(1), 5);
        one.wantedBy(request(1), 40);
        queue.renew(List.of(last, one));

        assertThat(List.of(queue.take(), queue.take(), queue.take())).containsExactly(last, another, one);
    }

    @Test
    void whatTwoTasksWaitForHasItsPlaceByTheFirstOfThem() throws InterruptedException {
        HeldExtent one = due(10);
        HeldExtent ofBoth = due(30);
        queue.add(List.of(one, ofBoth));

        ofBoth.wantedBy(request(1), 5);
        ofBoth.wantedBy(request(2), 50);
        queue.renew(List.of(ofBoth));
        assertThat(queue.take()).isSameAs(ofBoth);

        queue.add(List.of(ofBoth));
        ofBoth.unwantedBy(1);
        queue.renew(List.of(ofBoth));
        assertThat(List.of(queue.take(), queue.take())).containsExactly(one, ofBoth);
    }

    @Test
    void whatSomebodyFetchesDoesNotComeBack() throws InterruptedException {
        HeldExtent taken = due(10);
        HeldExtent another = due(20);
        queue.add(List.of(taken, another));
        assertThat(queue.take()).isSameAs(taken);

        taken.wantedBy(request(1), 5);
        queue.renew(List.of(taken));

        assertThat(queue.take()).isSameAs(another);
    }

    @Test
    void ofWhatIsDueTogetherWhatIsReadFirstComesFirst() throws InterruptedException {
        List<HeldExtent> parts = IntStream.range(0, 5)
                .mapToObj(part -> new HeldExtent(
                        null,
                        new Extent(new BlockKey("pool", 1, 1), part * (long) DirectMemory.CHUNK, DirectMemory.CHUNK),
                        10,
                        List.of(ByteBuffer.allocate(DirectMemory.CHUNK))))
                .toList();
        queue.add(List.of(parts.get(3), parts.get(1), parts.get(4), parts.get(0), parts.get(2)));

        for (HeldExtent part : parts) {
            assertThat(queue.take()).isSameAs(part);
        }
    }
}

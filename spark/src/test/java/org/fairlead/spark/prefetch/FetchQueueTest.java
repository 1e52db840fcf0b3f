// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
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

    @Test
    void whatIsAskedForAgainHasItsPlaceByItsNewestDeadline() throws InterruptedException {
        HeldExtent one = due(10);
        HeldExtent another = due(20);
        HeldExtent last = due(30);
        queue.add(List.of(last, one, another));

        queue.renew(List.of(last), 5);
        queue.renew(List.of(one), 40);

        assertThat(List.of(queue.take(), queue.take(), queue.take())).containsExactly(last, another, one);
    }

    @Test
    void whatSomebodyFetchesDoesNotComeBack() throws InterruptedException {
        HeldExtent taken = due(10);
        HeldExtent another = due(20);
        queue.add(List.of(taken, another));
        assertThat(queue.take()).isSameAs(taken);

        queue.renew(List.of(taken), 5);

        assertThat(queue.take()).isSameAs(another);
    }
}

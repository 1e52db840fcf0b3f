// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {
    private static final int CHUNK = DirectMemory.CHUNK;

    private final HandDrivenTime time = new HandDrivenTime();
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void neverMoreThanTheCapIsMadeAndWhatIsGivenBackIsUsedAgain() {
        DirectMemory memory = new DirectMemory(3L * CHUNK + 1, time);

        List<ByteBuffer> two = memory.take(2).orElseThrow();
        assertThat(two).allSatisfy(chunk -> assertThat(chunk.isDirect()).isTrue());
        assertThat(memory.take(2)).isEmpty();
        assertThat(memory.madeBytes()).isEqualTo(2L * CHUNK);
        memory.give(two);
        assertThat(memory.take(3).orElseThrow()).hasSize(3);
        assertThat(memory.madeBytes()).isEqualTo(3L * CHUNK);
        assertThat(memory.take(1)).isEmpty();
    }

    @Test
    void whoIsRefusedAsksAgainAMinuteLater() {
        DirectMemory memory = new DirectMemory(10L * CHUNK, time, bytes -> {
            if (asked.incrementAndGet() == 2) {
                throw new OutOfMemoryError("Direct buffer memory");
            }
            return ByteBuffer.allocate(bytes);
        });

        assertThat(memory.take(2)).isEmpty();
        assertThat(memory.take(2)).isEmpty();
        assertThat(asked).hasValue(2);
        assertThat(memory.usedBytes()).isZero();
        assertThat(memory.take(1)).as("what was made before").isPresent();
        time.pass(Duration.ofSeconds(61));
        assertThat(memory.take(2)).isPresent();
    }
}

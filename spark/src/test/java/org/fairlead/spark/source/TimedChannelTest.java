// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.testkit.HandDrivenTime;
import org.junit.jupiter.api.Test;

class TimedChannelTest {
    private final HandDrivenTime time = new HandDrivenTime();
    private final List<String> noted = new ArrayList<>();
    private final TimedChannel.Reads reads = (bytes, nanos) -> noted.add(bytes + " in " + nanos / 1_000_000 + " ms");

    /** Gives ten bytes after three milliseconds, then nothing more, then fails. */
    private final class Slow implements ReadableByteChannel {
        private int calls;

        @Override
        public int read(ByteBuffer into) throws IOException {
            time.pass(Duration.ofMillis(3));
            calls++;
            if (calls == 1) {
                into.put(new byte[10]);
                return 10;
            }
            if (calls == 2) {
                return -1;
            }
            throw new IOException("timed out");
        }

        @Override
        public boolean isOpen() {
            return calls < 2;
        }

        @Override
        public void close() {}
    }

    @Test
    void bytesAndTheTimeUntilTheyAreThereAreNotedAlsoOfAReadThatFails() throws IOException {
        try (TimedChannel channel = new TimedChannel(new Slow(), reads, time)) {
            assertThat(channel.isOpen()).isTrue();
            assertThat(channel.read(ByteBuffer.allocate(20))).isEqualTo(10);
            assertThat(channel.read(ByteBuffer.allocate(20))).isEqualTo(-1);
            assertThat(channel.isOpen()).isFalse();
            assertThatThrownBy(() -> channel.read(ByteBuffer.allocate(20))).hasMessage("timed out");
        }

        assertThat(noted).containsExactly("10 in 3 ms", "0 in 3 ms", "0 in 3 ms");
    }

    @Test
    void aStreamIsNotedByByteAndByBuffer() throws IOException {
        try (TimedStream stream = new TimedStream(new ByteArrayInputStream(new byte[] {7, 8, 9}), reads, time)) {
            assertThat(stream.read()).isEqualTo(7);
            assertThat(stream.read(new byte[5])).isEqualTo(2);
            assertThat(stream.read()).isEqualTo(-1);
        }

        assertThat(noted).containsExactly("1 in 0 ms", "2 in 0 ms", "0 in 0 ms");
    }
}

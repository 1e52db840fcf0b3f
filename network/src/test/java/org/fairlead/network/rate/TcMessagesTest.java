// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcMessagesTest {
    private static final HtbClass CLASS = new HtbClass(
            7,
            0x17410,
            0x10001,
            0x74100000,
            375_000,
            12_500_000,
            533_333,
            234_375,
            65_536,
            1,
            new HtbClass.Overhead(0x100, 0x100));

    private static ByteBuffer body(byte[] datagram, int message, int bytes) {
        return ByteBuffer.wrap(datagram, message * bytes + TcMessages.HEADER_BYTES, bytes - TcMessages.HEADER_BYTES)
                .slice()
                .order(ByteOrder.nativeOrder());
    }

    @Test
    void whatIsWrittenIsRead() {
        HtbClass fast = CLASS.at(6_250_000_000L, 1 << 20);
        byte[] datagram = TcMessages.changes(List.of(CLASS, fast), 41);
        int bytes = datagram.length / 2;

        ByteBuffer headers = ByteBuffer.wrap(datagram).order(ByteOrder.nativeOrder());
        assertThat(headers.getInt(0)).isEqualTo(bytes);
        assertThat(headers.getShort(4)).isEqualTo(TcMessages.NEW_CLASS);
        assertThat(headers.getShort(6)).as("changes, and adds nothing").isEqualTo((short) 1);
        assertThat(headers.getInt(8)).isEqualTo(41);
        assertThat(headers.getShort(bytes + 6)).as("the last is acknowledged").isEqualTo((short) 5);
        assertThat(headers.getInt(bytes + 8)).isEqualTo(42);
        assertThat(TcMessages.read(body(datagram, 0, bytes)).orElseThrow()).isEqualTo(withoutQueue(CLASS));
        assertThat(TcMessages.read(body(datagram, 1, bytes)).orElseThrow())
                .as("a rate that 32 bits do not hold")
                .isEqualTo(withoutQueue(fast));
    }

    /** What a queue a class has is told by the kernel alone. */
    private static HtbClass withoutQueue(HtbClass from) {
        return new HtbClass(
                from.device(),
                from.handle(),
                from.parent(),
                0,
                from.bytesPerSecond(),
                from.ceilBytesPerSecond(),
                from.burstTicks(),
                from.ceilBurstTicks(),
                from.quantumBytes(),
                from.priority(),
                from.overhead());
    }

    @Test
    void aBurstIsTimeAtTheRate() {
        assertThat(CLASS.at(1_000_000, 64_000).burstTicks())
                .as("64 ms of 64 ns")
                .isEqualTo(1_000_000);
    }

    @Test
    void whatIsNoClassOfHtbIsLeftOut() {
        byte[] other = TcMessages.changes(List.of(CLASS), 1);
        other[TcMessages.HEADER_BYTES + 20 + 4] = 'x';

        assertThat(TcMessages.read(body(other, 0, other.length))).isEmpty();
        assertThat(TcMessages.read(TcMessages.buffer(3))).isEmpty();
        assertThat(TcMessages.read(TcMessages.buffer(20))).isEmpty();
        for (int length = 0; length < other.length - TcMessages.HEADER_BYTES; length++) {
            ByteBuffer cut = body(TcMessages.changes(List.of(CLASS), 1), 0, other.length);
            cut.limit(length);
            assertThat(TcMessages.read(cut).map(HtbClass::handle).orElse(CLASS.handle()))
                    .isEqualTo(CLASS.handle());
        }
    }
}

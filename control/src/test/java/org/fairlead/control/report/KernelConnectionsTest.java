// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines as Linux writes them on a little-endian machine. */
final class KernelConnectionsTest {
    private static final String LINE =
            "   1: 0100090A:1B58 %s:C4DA %s 00000002:00000000 %s %s     0        0 4711 1 0 20 4 24 10 -1";

    private static String line(String remote, String state, String timer, String repetitions) {
        return LINE.formatted(remote, state, timer, repetitions);
    }

    private static Optional<InetAddress> of(String line) {
        return KernelConnections.unacknowledging(line, ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void whoDoesNotAcknowledgeTwoRepetitionsIsFoundByAddress() throws Exception {
        assertThat(of(line("0200090A", "01", "01:00000045", "00000002"))).contains(InetAddress.getByName("10.9.0.2"));
        assertThat(of(line("0000000000000000FFFF00000200090A", "08", "01:00000045", "0000000A")))
                .as("as a socket for both families has it")
                .contains(InetAddress.getByName("10.9.0.2"));
        assertThat(of(line("B80D0120000000000000000001000000", "01", "01:00000045", "00000003")))
                .contains(InetAddress.getByName("2001:db8::1"));
    }

    @Test
    void whoGaveTheConnectionUpForWantOfAnAnswerIsStillFound() throws Exception {
        for (String closing : List.of("04", "08", "09", "0B")) {
            assertThat(of(line("0200090A", closing, "01:00000045", "00000003")))
                    .as(closing)
                    .contains(InetAddress.getByName("10.9.0.2"));
        }
    }

    @Test
    void oneRepetitionAFullWindowAndAConnectionThatWasNeverMadeSayNothing() {
        assertThat(of(line("0200090A", "01", "01:0000001C", "00000001"))).isEmpty();
        assertThat(of(line("0200090A", "01", "04:0000001C", "00000007")))
                .as("the reader's window is full: its process hangs, its system acknowledges")
                .isEmpty();
        assertThat(of(line("0200090A", "02", "01:0000001C", "00000004")))
                .as("a firewall drops what opens a connection")
                .isEmpty();
        assertThat(of("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"))
                .isEmpty();
    }
}

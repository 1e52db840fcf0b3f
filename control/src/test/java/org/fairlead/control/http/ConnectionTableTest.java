// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Strangers make room first; who is known stays, and gets in through a crowd. */
final class ConnectionTableTest {
    private static final FrontBounds BOUNDS = new FrontBounds(6, 3, 2, 2, 1, 1);

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    }

    @Test
    void theOldestStrangerMakesRoom() throws Exception {
        ConnectionTable<String> table = new ConnectionTable<>(BOUNDS);
        for (int i = 1; i <= 3; i++) {
            assertThat(table.enter("stranger " + i, address(i))).isEmpty();
        }
        assertThat(table.enter("newcomer", address(4))).contains("stranger 1");
        table.asked("newcomer", true);
        for (int i = 5; i < 50; i++) {
            assertThat(table.enter("stranger " + i, address(i))).isNotEqualTo(java.util.Optional.of("newcomer"));
        }
        assertThat(table.known()).isEqualTo(1);
        assertThat(table.strangers()).isEqualTo(3);
    }

    @Test
    void anAddressCrowdsOutItselfFirst() throws Exception {
        ConnectionTable<String> table = new ConnectionTable<>(BOUNDS);
        table.enter("one", address(1));
        table.enter("crowd 1", address(2));
        table.enter("crowd 2", address(2));
        assertThat(table.enter("crowd 3", address(2))).contains("crowd 1");
    }

    @Test
    void ofThoseKnownTheOneLongestSilentGoes() throws Exception {
        ConnectionTable<String> table = new ConnectionTable<>(BOUNDS);
        for (int i = 1; i <= 6; i++) {
            assertThat(table.enter("known " + i, address(i))).isEmpty();
            assertThat(table.asked("known " + i, true)).isTrue();
        }
        table.asked("known 1", true);
        assertThat(table.enter("newcomer", address(7))).contains("known 2");
    }

    @Test
    void anAddressHasABoundForThoseKnownToo() throws Exception {
        ConnectionTable<String> table = new ConnectionTable<>(BOUNDS);
        for (int i = 1; i <= 2; i++) {
            table.enter("known " + i, address(1));
            assertThat(table.asked("known " + i, true)).isTrue();
        }
        table.enter("third", address(1));
        assertThat(table.asked("third", true)).isFalse();
        table.leave("known 1");
        assertThat(table.asked("third", true)).isTrue();
    }
}

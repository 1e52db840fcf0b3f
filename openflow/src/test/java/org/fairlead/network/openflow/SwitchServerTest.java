// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import org.fairlead.protocol.time.TimeSource;
import org.junit.jupiter.api.Test;

class SwitchServerTest {
    private static SwitchServer at(InetSocketAddress address) throws Exception {
        return new SwitchServer(address, Optional.empty(), Map.of(), TimeSource.SYSTEM);
    }

    @Test
    void aPortIsFreeAsSoonAsItsServerIsClosed() throws Exception {
        SwitchServer server = at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        for (int each = 0; each < 100; each++) {
            InetSocketAddress address = server.address();
            try (Socket stranger = new Socket(address.getAddress(), address.getPort())) {
                assertThat(stranger.isConnected()).isTrue();
                server.close();
                server = at(address);
            }
        }
        server.close();
    }
}

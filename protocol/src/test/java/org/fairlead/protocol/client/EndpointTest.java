// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nn-1.example.org:80 | nn-1.example.org | 80",
                "nn | nn | 7433",
                "10.0.0.2:1 | 10.0.0.2 | 1",
                "[fd00::12]:7433 | fd00::12 | 7433",
                "[fd00::12] | fd00::12 | 7433",
                "fd00::12 | fd00::12 | 7433",
                "[fe80::1%eth0]:1 | fe80::1%eth0 | 1",
            })
    void hostsAndPortsAreRead(String text, String host, int port) {
        Endpoint read = Endpoint.of(text);

        assertThat(read).isEqualTo(new Endpoint(host, port));
        assertThat(Endpoint.of(read.toString())).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a_b:1",
                "a b",
                "a/b",
                "a@b",
                "a?b",
                "a#b",
                "a%b",
                "[]",
                "[::1]x",
                "[[::1]]:1",
                "10.0.0.256",
            })
    void whatNoUriHasAsItsHostIsRefusedWithWhatIsAccepted(String text) {
        assertThatThrownBy(() -> Endpoint.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'");
    }

    @Test
    void theWordsSayWhatIsAccepted() {
        assertThatThrownBy(() -> new Endpoint("a_b", 1))
                .hasMessage("'a_b' is not a host's name of letters, digits, '-' and '.', nor an IP address");
        assertThatThrownBy(() -> Endpoint.of("[fd00::12:7433")).hasMessage("'[fd00::12' has no ']' at its end");
        assertThatThrownBy(() -> Endpoint.of("[")).hasMessage("'[' has no ']' at its end");
        assertThatThrownBy(() -> Endpoint.of("a:b")).hasMessage("'a:b' is not HOST:PORT");
    }
}

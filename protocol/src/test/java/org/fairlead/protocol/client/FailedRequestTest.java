// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

final class FailedRequestTest {
    @Test
    void itIsSaidInAWordWhatFailed() {
        assertThat(FailedRequest.reason(new ConnectException())).isEqualTo("no connection");
        assertThat(FailedRequest.reason(new IOException("request timed out"))).isEqualTo("request timed out");
        assertThat(FailedRequest.reason(new EOFException())).isEqualTo("EOF");
    }

    @Test
    void whatIsPackedInAnotherFailureIsSaid() {
        IOException reset = new IOException("Connection reset");

        assertThat(FailedRequest.reason(new CompletionException(new UncheckedIOException(reset))))
                .isEqualTo("Connection reset");
    }
}

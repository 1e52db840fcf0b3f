// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ControllerClientTest {
    /** Answers one request. Whether its connection is closed then, though the answer has not ended. */
    private static boolean isClosedAfter(ServerSocket server, String answer) {
        try (Socket connection = server.accept()) {
            connection.setSoTimeout(10_000);
            InputStreamReader sent = new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII);
            BufferedReader request = new BufferedReader(sent);
            String line = request.readLine();
            while (line != null && !line.isEmpty()) {
                line = request.readLine();
            }
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            return request.read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true; // reset, for it was closed with something unread
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\n4\r\nmore\r\n",
                "Content-Length: 100000000\r\n\r\nmore",
                "\r\nmore",
            })
    void anAnswerThatIsNoControllersIsNotReadAndItsConnectionIsClosed(String headersAndBody) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(10_000);
            Endpoint endpoint = new Endpoint("127.0.0.1", server.getLocalPort());
            String answer = "HTTP/1.1 200 OK\r\n" + headersAndBody;
            CompletableFuture<Boolean> isClosed = CompletableFuture.supplyAsync(() -> isClosedAfter(server, answer));
            try (ControllerClient client = new ControllerClient(List.of(endpoint), Credentials.NONE)) {
                assertThatThrownBy(client::topology)
                        .isInstanceOf(IOException.class)
                        .hasMessage(endpoint + ": no controller's answer: too long, or of unknown length");

                assertThat(isClosed.get(20, TimeUnit.SECONDS)).isTrue();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.SocketInputWrapper;
import org.fairlead.network.port.PortTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the loopback interface, as Hadoop's clients connect. */
class SteeredSocketTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    private static final int TIMEOUT_MS = 10_000;

    @TempDir
    private Path directory;

    private Path file;
    private ServerSocket server;
    private Configuration conf;
    private FairleadSocketFactory factory;
    private PortTable.Counts before;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 50, HERE);
        file = directory.resolve("ports");
        conf = new Configuration(false);
        conf.set("hadoop.rpc.socket.factory.class.ClientProtocol", FairleadSocketFactory.class.getName());
        conf.set(FairleadSocketFactory.FILE, file.toString());
        factory = (FairleadSocketFactory) NetUtils.getSocketFactory(conf, ClientProtocol.class);
        before = factory.counts();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private InetSocketAddress to() {
        return new InetSocketAddress(HERE, server.getLocalPort());
    }

    /** Ports that nobody has at this moment. */
    private static List<Integer> free(int count) throws IOException {
        ServerSocket[] taken = new ServerSocket[count];
        try {
            for (int i = 0; i < count; i++) {
                taken[i] = new ServerSocket(0, 1, HERE);
            }
            return IntStream.range(0, count)
                    .mapToObj(i -> taken[i].getLocalPort())
                    .toList();
        } finally {
            for (ServerSocket each : taken) {
                each.close();
            }
        }
    }

    private void write(List<Integer> ports) throws IOException {
        write(server, ports);
    }

    private void write(ServerSocket to, List<Integer> ports) throws IOException {
        String row = ports.stream().map(String::valueOf).collect(Collectors.joining(","));
        Files.writeString(file, """
                fairlead-ports 1
                source 127.0.0.1
                lifetime-ms 60000
                127.0.0.1 %d %s
                """.formatted(to.getLocalPort(), row));
    }

    private Socket connected() throws IOException {
        Socket socket = factory.createSocket();
        NetUtils.connect(socket, to(), TIMEOUT_MS);
        return socket;
    }

    private static void carries(Socket out, ServerSocket server) throws IOException {
        try (Socket in = server.accept()) {
            NetUtils.getOutputStream(out, TIMEOUT_MS).write(7);
            assertThat(in.getInputStream().read()).isEqualTo(7);
            in.getOutputStream().write(8);
            SocketInputWrapper back = NetUtils.getInputStream(out, TIMEOUT_MS);
            assertThat(back.read()).isEqualTo(8);
            assertThat(in.getPort()).isEqualTo(out.getLocalPort());
        }
    }

    @Test
    void aConnectionTakesAPortOfTheTable() throws IOException {
        List<Integer> ports = free(3);
        write(ports);

        try (Socket socket = connected()) {
            assertThat(socket.getLocalPort()).isIn(ports);
            assertThat(socket.getPort()).isEqualTo(server.getLocalPort());
            assertThat(socket.isConnected()).isTrue();
            assertThat(socket.getChannel()).as("for timeouts of writes").isNotNull();
            carries(socket, server);
        }
        assertThat(factory.counts().steered()).isEqualTo(before.steered() + 1);
    }

    @Test
    void connectionsAtTheSameTimeHaveAPortEachAndThenTheKernelChooses() throws IOException {
        List<Integer> ports = free(2);
        write(ports);

        try (Socket one = connected();
                Socket other = connected();
                Socket third = connected()) {
            assertThat(Set.of(one.getLocalPort(), other.getLocalPort())).isEqualTo(Set.copyOf(ports));
            assertThat(third.getLocalPort()).isNotIn(ports);
            carries(one, server);
            carries(other, server);
            carries(third, server);
        }
        PortTable.Counts after = factory.counts();
        assertThat(after.steered()).isEqualTo(before.steered() + 2);
        assertThat(after.taken()).isGreaterThanOrEqualTo(before.taken() + 2);
        assertThat(after.failed()).isEqualTo(before.failed());
    }

    @Test
    void aPortOnWhichSomebodyListensIsPassedOver() throws IOException {
        write(List.of(server.getLocalPort()));

        try (Socket socket = connected()) {
            assertThat(socket.getLocalPort()).isNotEqualTo(server.getLocalPort());
            carries(socket, server);
        }
    }

    @Test
    void withoutATableAConnectionIsStocks() throws IOException {
        try (Socket socket = connected()) {
            carries(socket, server);
        }
        assertThat(factory.counts()).isEqualTo(before);
    }

    @Test
    void aPortThatIsNoneIsCountedAndTheKernelChooses() throws IOException {
        write(List.of(99_999));

        try (Socket socket = connected()) {
            carries(socket, server);
        }
        assertThat(factory.counts().failed()).isEqualTo(before.failed() + 1);
        write(free(1));
        try (Socket socket = connected()) {
            carries(socket, server);
        }
        assertThat(factory.counts().steered()).as("doubted for a minute").isEqualTo(before.steered());
    }

    @Test
    void aSocketThatSomebodyHasPreparedIsLeftToHim() throws IOException {
        write(free(1));

        try (Socket socket = factory.createSocket()) {
            socket.setTcpNoDelay(true);
            SocketChannel channel = socket.getChannel();
            assertThat(channel).isNotNull();
            NetUtils.connect(socket, to(), TIMEOUT_MS);
            assertThat(socket.getTcpNoDelay()).isTrue();
            assertThat(socket.getChannel()).isSameAs(channel);
            carries(socket, server);
        }
        assertThat(factory.counts()).isEqualTo(before);
    }

    /** The first packet gets no answer: who listens has no room until the attempt was given up. */
    @Test
    void anAttemptThatTakesTooLongIsFollowedByAnOrdinaryOne() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, HERE);
                Socket one = new Socket(HERE, full.getLocalPort());
                Socket other = new Socket(HERE, full.getLocalPort());
                Socket socket = factory.createSocket()) {
            assertThat(one.isConnected() && other.isConnected()).isTrue();
            List<Integer> ports = free(1);
            write(full, ports);
            Thread room = new Thread(() -> makeRoom(full), "makes room");
            room.start();

            NetUtils.connect(socket, new InetSocketAddress(HERE, full.getLocalPort()), 3 * TIMEOUT_MS);

            assertThat(ports).doesNotContain(socket.getLocalPort());
            assertThat(socket.getChannel()).isNotNull();
            assertThat(socket.isClosed()).isFalse();
            assertThat(factory.counts().failed()).isEqualTo(before.failed() + 1);
            assertThat(factory.counts().steered()).isEqualTo(before.steered());
            room.join();
        }
    }

    private void makeRoom(ServerSocket full) {
        try {
            while (factory.counts().failed() == before.failed()) {
                Thread.sleep(10);
            }
            full.accept().close();
            full.accept().close();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPeerThatRefusesIsToldAsEver() throws IOException {
        InetSocketAddress nobody = to();
        write(free(1));
        server.close();

        try (Socket socket = factory.createSocket()) {
            assertThatThrownBy(() -> NetUtils.connect(socket, nobody, TIMEOUT_MS))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void aClosedSocketStaysClosed() throws IOException {
        write(free(1));
        Socket socket = factory.createSocket();
        socket.close();

        assertThat(socket.isClosed()).isTrue();
        assertThatThrownBy(() -> NetUtils.connect(socket, to(), TIMEOUT_MS)).isInstanceOf(IOException.class);
    }

    @Test
    void factoriesOfOneTableAreEqual() {
        SocketFactory again = NetUtils.getSocketFactory(conf, ClientProtocol.class);

        assertThat(again).isEqualTo(factory).hasSameHashCodeAs(factory);
        conf.unset(FairleadSocketFactory.FILE);
        assertThat(NetUtils.getSocketFactory(conf, ClientProtocol.class)).isNotEqualTo(factory);
    }
}

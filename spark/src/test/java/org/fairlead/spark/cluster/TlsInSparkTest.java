// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.fairlead.control.Controller;
import org.fairlead.control.ControllerSettings;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.task.MapOutputLocations;
import org.fairlead.core.topology.Topologies;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.TlsFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that asks a real controller over TLS, with the token of an application. */
class TlsInSparkTest {
    private static final String PASSWORD = "secret-of-the-test";

    @TempDir
    private Path directory;

    private Path secret(String name, String text) throws IOException {
        Path file = Files.createFile(
                directory.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text + "\n");
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", directory.resolve("server.p12").toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }

    private static LiveCluster start(SparkConf conf) {
        return LiveCluster.start(ClusterSettings.from(conf), host -> "r1", name -> List.of(), TimeSource.SYSTEM);
    }

    private static void soon(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            Thread.sleep(5);
        }
    }

    @Test
    void viewsComeAndReservationsGoUnderTheTokensName() throws Exception {
        Path pem = directory.resolve("server.pem");
        keytool("-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=server", "-ext", "san=ip:127.0.0.1");
        keytool("-exportcert", "-rfc", "-alias", "server", "-file", pem.toString());
        Path store = directory.resolve("server.p12");
        Path password = secret("password", PASSWORD);
        Topology topology =
                Topologies.tree(new Topology.Builder("t"), 2, 2, 1e6, 1).build();
        ControllerSettings settings = ControllerSettings.of(topology)
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .tls(TlsFiles.stores(store, password, store, password))
                .tokenFile(secret("tokens", "application:reports token-of-the-reports-1"));
        try (Controller controller = Controller.start(settings, TimeSource.SYSTEM)) {
            SparkConf conf = new SparkConf(false)
                    .set(
                            "spark.fairlead.controllers",
                            "127.0.0.1:" + controller.address().getPort())
                    .set(
                            "spark.fairlead.token.file",
                            secret("own", "application:reports token-of-the-reports-1")
                                    .toString())
                    .set("spark.fairlead.tls.authority", pem.toString());
            try (LiveCluster cluster = start(conf)) {
                soon("a view comes", () -> cluster.snapshot().isPresent());
                int h1 = cluster.snapshot().orElseThrow().host("h1");
                int h3 = cluster.snapshot().orElseThrow().host("h3");
                cluster.launched(1, h1, h3, 1e9, MapOutputLocations.UNKNOWN, PathChoice.NETWORK);
                soon("it reserves", () -> controller.reports().applications() == 1);
            }
        }
    }

    @Test
    void aTokenDoesNotLeaveTheMachineInClearUnlessThatIsAllowed() throws Exception {
        SparkConf conf = new SparkConf(false)
                .set("spark.fairlead.controllers", "192.0.2.1:7433")
                .set(
                        "spark.fairlead.token.file",
                        secret("own", "token-of-the-reports-1").toString());
        assertThatThrownBy(() -> start(conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("192.0.2.1:7433")
                .hasMessageContaining("spark.fairlead.token.in.clear=true");
        start(conf.set("spark.fairlead.token.in.clear", "true")).close();
    }
}

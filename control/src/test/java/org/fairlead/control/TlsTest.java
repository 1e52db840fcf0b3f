package org.fairlead.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.trust.TlsFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutual TLS: a certificate that the controller believes is needed, and one that the client believes. */
final class TlsTest {
    @TempDir
    private Path directory;

    @Test
    void certificatesThatAreBelievedAreNeededOnBothSides() throws Exception {
        TlsFiles server = party("server");
        TlsFiles client = party("client");
        TlsFiles stranger = party("stranger");
        trust("server", "client");
        trust("client", "server");
        trust("stranger", "server");
        try (Controller controller = Controller.start(Trial.settings().tls(server))) {
            try (ControllerClient known = client(controller, client)) {
                assertThat(known.report(Trial.heartbeat("h1", 1, 1, 1)).accepted())
                        .isEqualTo(1);
                assertThat(known.topology().name()).isEqualTo("trial");
            }
            try (ControllerClient unknown = client(controller, stranger)) {
                assertThatThrownBy(() -> unknown.report(Trial.heartbeat("h1", 1, 2, 2)))
                        .isInstanceOf(IOException.class);
            }
            try (ControllerClient plain = new ControllerClient(List.of(Trial.endpoint(controller)), Credentials.NONE)) {
                assertThatThrownBy(() -> plain.report(Trial.heartbeat("h1", 1, 2, 2)))
                        .isInstanceOf(IOException.class);
            }
            assertThat(controller.counts().heartbeats()).isEqualTo(1);
        }
    }

    private static ControllerClient client(Controller controller, TlsFiles files) {
        return new ControllerClient(
                List.of(Trial.endpoint(controller)), Credentials.of(Optional.empty(), Optional.of(files)));
    }

    private TlsFiles party(String name) throws Exception {
        Path password = Files.writeString(directory.resolve(name + ".password"), "secret-of-the-test\n");
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store(name),
                "-validity",
                "2");
        keytool("-exportcert", "-alias", name, "-keystore", store(name), "-file", certificate(name));
        return new TlsFiles(Path.of(store(name)), password, directory.resolve(name + ".trust.p12"), password);
    }

    private void trust(String who, String whom) throws Exception {
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                whom,
                "-file",
                certificate(whom),
                "-keystore",
                directory.resolve(who + ".trust.p12").toString());
    }

    private String store(String name) {
        return directory.resolve(name + ".p12").toString();
    }

    private String certificate(String name) {
        return directory.resolve(name + ".cer").toString();
    }

    private static void keytool(String... arguments) throws Exception {
        ArrayList<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", "secret-of-the-test"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.protocol.trust.TlsFiles;

/** One key pair with its certificate, and the trust in it: for a controller and for those that it believes, who may be anybody. */
final class TrialKeys {
    private static final String PASSWORD = "secret-of-the-test";

    private TrialKeys() {}

    /** Made in a directory, or found there. */
    static TlsFiles in(Path directory) throws IOException, InterruptedException {
        Path password = directory.resolve("password");
        Path keys = directory.resolve("keys.p12");
        Path trust = directory.resolve("trust.p12");
        if (!Files.exists(trust)) {
            Files.createFile(
                    password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(password, PASSWORD);
            String certificate = directory.resolve("certificate").toString();
            keytool(
                    "-genkeypair -alias own -keyalg EC -dname CN=h1 -ext san=ip:127.0.0.1,uri:fairlead:any -validity 2 -keystore "
                            + keys);
            keytool("-exportcert -alias own -file " + certificate + " -keystore " + keys);
            Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
            keytool("-importcert -noprompt -alias own -file " + certificate + " -keystore " + trust);
        }
        return TlsFiles.stores(keys, password, trust, password);
    }

    private static void keytool(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}

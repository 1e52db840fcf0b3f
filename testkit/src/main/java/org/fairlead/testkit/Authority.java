// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.fairlead.protocol.trust.TlsFiles;

/** An authority of a test's own, which issues certificates with the JDK's keytool. */
public final class Authority {
    private static final String PASSWORD = "secret-of-the-test";

    private final Path directory;
    private final Path store;

    private Authority(Path directory) {
        this.directory = directory;
        store = directory.resolve("authority.p12");
    }

    public static Authority in(Path directory) throws Exception {
        Authority authority = new Authority(directory);
        authority.keytool("-genkeypair", "-alias", "ca", "-dname", "CN=ca", "-ext", "bc:c", "-ext", "ku=keyCertSign");
        Files.writeString(
                authority.file("ca.pem"),
                pem("CERTIFICATE", authority.load().getCertificate("ca").getEncoded()));
        return authority;
    }

    /** Issues a certificate for 127.0.0.1, with further names as keytool writes them: {@code uri:fairlead:agent:h1}. */
    public TlsFiles issue(String name, String... names) throws Exception {
        List<String> all = new ArrayList<>(List.of("ip:127.0.0.1"));
        all.addAll(List.of(names));
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-signer",
                "ca",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + String.join(",", all));
        write(name, name);
        return pem(name);
    }

    /** Writes what was issued under one name into the files of another. */
    public void write(String issued, String files) throws Exception {
        KeyStore loaded = load();
        StringBuilder chain = new StringBuilder("issued for a test\n");
        for (Certificate certificate : loaded.getCertificateChain(issued)) {
            chain.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        Files.writeString(file(files + ".pem"), chain.toString());
        byte[] key = loaded.getKey(issued, PASSWORD.toCharArray()).getEncoded();
        secret(file(files + ".key"), pem("PRIVATE KEY", key));
    }

    public TlsFiles pem(String name) {
        return TlsFiles.pem(file(name + ".pem"), file(name + ".key"), file("ca.pem"));
    }

    /** The same as Java's stores: all that was issued is in one, so this is of use while a single certificate is. */
    public TlsFiles stores() throws Exception {
        Path password = secret(file("password"), PASSWORD + "\n");
        return TlsFiles.stores(store, password, store, password);
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    /** Replaces a file that its owner alone may read, as a whole. */
    public static Path secret(Path file, String text) throws Exception {
        Path beside = Files.createFile(
                file.resolveSibling(file.getFileName() + ".new"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(beside, text);
        return Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
                + "\n-----END " + kind + "-----\n";
    }

    private KeyStore load() throws Exception {
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, PASSWORD.toCharArray());
        }
        return loaded;
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC")); // it runs for a moment
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keyalg", "EC", "-validity", "2", "-keystore", store.toString()));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool: " + said);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.fairlead.protocol.trust.TlsFiles;
import picocli.CommandLine.Option;

/** TLS: a certificate and its key, and whom we believe; in PEM, or in stores of Java's. */
final class TlsOptions {
    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "our certificate, and those between it and the" + " authority (PEM)")
    private Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "its key (PEM, PKCS#8 without a password); chmod 600")
    private Path key;

    @Option(names = "--authority", paramLabel = "FILE", description = "whose certificates we believe (PEM)")
    private Path authority;

    @Option(
            names = "--key-store",
            paramLabel = "FILE",
            description = "our certificate and key (PKCS12, or JKS as .jks)")
    private Path keyStore;

    @Option(
            names = "--key-store-password",
            paramLabel = "FILE",
            description = "file that holds its password; chmod 600")
    private Path keyStorePassword;

    @Option(names = "--trust-store", paramLabel = "FILE", description = "certificates that we believe")
    private Path trustStore;

    @Option(
            names = "--trust-store-password",
            paramLabel = "FILE",
            description = "file that holds its password; chmod 600")
    private Path trustStorePassword;

    /** @param otherwise by {@link TlsFiles#WORDS}, where nothing was given on the command line */
    Optional<TlsFiles> files(Function<String, Optional<Path>> otherwise) {
        Map<String, Optional<Path>> given = Map.of(
                "certificate", Optional.ofNullable(certificate),
                "key", Optional.ofNullable(key),
                "authority", Optional.ofNullable(authority),
                "key-store", Optional.ofNullable(keyStore),
                "key-store-password", Optional.ofNullable(keyStorePassword),
                "trust-store", Optional.ofNullable(trustStore),
                "trust-store-password", Optional.ofNullable(trustStorePassword));
        return TlsFiles.of(word -> given.get(word).or(() -> otherwise.apply(word)), word -> "--" + word);
    }
}

package org.fairlead.cli;

import java.nio.file.Path;
import org.fairlead.protocol.trust.TlsFiles;
import picocli.CommandLine.Option;

/** Mutual TLS; all four or none. */
final class TlsOptions {
    @Option(
            names = "--key-store",
            required = true,
            paramLabel = "FILE",
            description = "our certificate and key (PKCS12)")
    private Path keyStore;

    @Option(
            names = "--key-store-password",
            required = true,
            paramLabel = "FILE",
            description = "file that holds its password")
    private Path keyStorePassword;

    @Option(names = "--trust-store", required = true, paramLabel = "FILE", description = "certificates that we believe")
    private Path trustStore;

    @Option(
            names = "--trust-store-password",
            required = true,
            paramLabel = "FILE",
            description = "file that holds its password")
    private Path trustStorePassword;

    static TlsOptions of(TlsFiles files) {
        TlsOptions options = new TlsOptions();
        options.keyStore = files.keyStore();
        options.keyStorePassword = files.keyStorePassword();
        options.trustStore = files.trustStore();
        options.trustStorePassword = files.trustStorePassword();
        return options;
    }

    TlsFiles files() {
        return new TlsFiles(keyStore, keyStorePassword, trustStore, trustStorePassword);
    }
}

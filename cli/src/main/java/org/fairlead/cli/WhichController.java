package org.fairlead.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.trust.TlsFiles;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Options by which a command finds controllers and shows who it is. */
final class WhichController {
    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT,...",
            defaultValue = "127.0.0.1:7433",
            description = "controllers, comma separated; default ${DEFAULT-VALUE}")
    private String controllers;

    @Option(names = "--token-file", paramLabel = "FILE", description = "the secret to show; chmod 600")
    private Path tokenFile;

    @ArgGroup(exclusive = false)
    private TlsOptions tls;

    List<Endpoint> endpoints() {
        return Endpoint.list(controllers);
    }

    Credentials credentials() {
        Optional<TlsFiles> files = Optional.ofNullable(tls).map(TlsOptions::files);
        return Credentials.of(Optional.ofNullable(tokenFile), files);
    }

    ControllerClient client() {
        return new ControllerClient(endpoints(), credentials());
    }
}

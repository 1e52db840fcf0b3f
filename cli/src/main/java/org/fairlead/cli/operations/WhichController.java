// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli.operations;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.fairlead.protocol.client.ControllerClient;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.InClear;
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

    @Option(
            names = "--token-in-clear",
            description = "shows the token to other machines without TLS, where everybody on the way can read it")
    private boolean tokenInClear;

    @ArgGroup(exclusive = false)
    private TlsOptions tls = new TlsOptions();

    List<Endpoint> endpoints() {
        return Endpoint.list(controllers);
    }

    Credentials credentials() {
        return Credentials.of(
                Optional.ofNullable(tokenFile),
                tls.files(word -> Optional.empty()),
                new InClear(tokenInClear, "--token-in-clear"),
                TimeSource.SYSTEM);
    }

    ControllerClient client() {
        return new ControllerClient(endpoints(), credentials());
    }
}

package org.fairlead.protocol.client;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.protocol.trust.TokenFile;

/** What a client shows, and how it speaks. Never printed. */
public final class Credentials {
    /** No token, no TLS: for controllers on this machine. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty());

    private final Optional<String> token;
    private final Optional<SSLContext> tls;

    private Credentials(Optional<String> token, Optional<SSLContext> tls) {
        this.token = token;
        this.tls = tls;
    }

    /** The first token of a file. */
    public static Credentials of(Optional<Path> tokenFile, Optional<TlsFiles> tls) {
        return new Credentials(tokenFile.map(file -> TokenFile.read(file).own()), tls.map(TlsFiles::context));
    }

    public static Credentials of(Path tokenFile) {
        return of(Optional.of(tokenFile), Optional.empty());
    }

    Optional<String> token() {
        return token;
    }

    Optional<SSLContext> tls() {
        return tls;
    }

    @Override
    public String toString() {
        return (token.isPresent() ? "a token" : "no token") + (tls.isPresent() ? ", TLS" : "");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;
import org.fairlead.protocol.trust.TlsMaterial;
import org.fairlead.protocol.trust.TokenFile;
import org.fairlead.protocol.trust.WatchedFiles;

/**
 * What a client shows, and how it speaks. Token and certificates are read again when their files change. A token goes to
 * another machine over TLS, or not at all unless {@link InClear} allows it. Never printed.
 */
public final class Credentials {
    /** No token, no TLS: for controllers on this machine. */
    public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty(), InClear.NO);

    private final Optional<WatchedFiles<TokenFile.Own>> token;
    private final Optional<WatchedFiles<TlsMaterial>> tls;
    private final InClear inClear;

    private Credentials(
            Optional<WatchedFiles<TokenFile.Own>> token, Optional<WatchedFiles<TlsMaterial>> tls, InClear inClear) {
        this.token = token;
        this.tls = tls;
        this.inClear = inClear;
    }

    /**
     * The first token of a file.
     *
     * @param time by which files are looked at again
     * @throws org.fairlead.protocol.yaml.InvalidFileException if a file cannot be used
     */
    public static Credentials of(Optional<Path> tokenFile, Optional<TlsFiles> tls, InClear inClear, TimeSource time) {
        return new Credentials(
                tokenFile.map(file -> WatchedFiles.of(List.of(file), () -> TokenFile.own(file), time)),
                tls.map(files -> files.watched(time)),
                inClear);
    }

    /** Whose token it is, where its file says so. */
    public Optional<Identity> identity() {
        return token.flatMap(watched -> watched.last().identity());
    }

    /** @throws IllegalArgumentException if the token would travel in clear to this controller */
    void permit(Endpoint controller) {
        if (token.isPresent() && tls.isEmpty() && !controller.isOfThisMachine()) {
            inClear.permit("to " + controller);
        }
    }

    Optional<String> token() {
        return token.map(watched -> watched.now().token());
    }

    boolean underTls() {
        return tls.isPresent();
    }

    /** For the next connection; another one when the files have changed, and then connections of before are of no use. */
    Optional<SSLContext> tls() {
        return tls.map(watched -> watched.now().context());
    }

    @Override
    public String toString() {
        return (token.isPresent() ? "a token" : "no token") + (tls.isPresent() ? ", TLS" : "");
    }
}

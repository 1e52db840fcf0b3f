// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.fairlead.control.http.HttpQuestion;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.protocol.trust.CertificateRole;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.TokenFile;

/**
 * Who asks, and whether it may, by a request's head alone. A request that shows a token is judged by the token, any other by its
 * certificate; a certificate that bears no role may read. Without either, this machine reads, and where neither tokens nor TLS
 * are configured it may do everything.
 */
final class AccessControl {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "localhost.localdomain", "ip6-localhost");

    private final Optional<Supplier<TokenFile>> tokens;
    private final boolean tls;

    /**
     * @param tokens those that are accepted now
     * @param tls whether certificates say who asks
     */
    AccessControl(Optional<Supplier<TokenFile>> tokens, boolean tls) {
        this.tokens = tokens;
        this.tls = tls;
    }

    /**
     * What it then says of others, {@link #speaksFor} judges.
     *
     * @return who asks; empty: a stranger, who may read this
     * @throws RefusedException {@link Reason#UNAUTHORIZED}: nobody that is known; {@link Reason#FORBIDDEN}: not its business
     */
    Optional<Identity> admit(HttpQuestion head) throws RefusedException {
        ApiOperation errand = ApiOperation.of(head.method(), head.path());
        if (errand == ApiOperation.HEALTH) {
            return Optional.empty();
        }
        Optional<Identity> known = identify(head);
        if (known.isEmpty()) {
            boolean may = head.certificate().isPresent()
                    ? errand == ApiOperation.READ
                    : errand.isReading() && isOfThisMachine(head);
            if (may) {
                return known;
            }
            throw unknown(head);
        }
        if (!errand.isOf(known.get().role())) {
            throw new RefusedException(
                    Reason.FORBIDDEN, "not for " + known.get().role().word() + "; accepted: " + errand.accepted());
        }
        return known;
    }

    /** Refuses who speaks in another's name. */
    static void speaksFor(Identity identity, String name) throws RefusedException {
        if (!identity.speaksFor(name)) {
            throw new RefusedException(Reason.FORGED, "'" + identity + "' does not speak for '" + name + "'");
        }
    }

    private RefusedException unknown(HttpQuestion head) {
        String accepted;
        if (head.certificate().isPresent()) {
            accepted =
                    "the certificate bears no role; accepted: a subject alternative name such as URI:fairlead:agent:HOST";
        } else if (tokens.isPresent()) {
            accepted =
                    "a token is expected: Authorization: Bearer TOKEN" + (tls ? ", or a certificate with a role" : "");
        } else if (tls) {
            accepted = "a certificate with a role is expected";
        } else {
            accepted = "this controller takes requests of its own machine alone";
        }
        return new RefusedException(head.certificate().isPresent() ? Reason.FORBIDDEN : Reason.UNAUTHORIZED, accepted);
    }

    private Optional<Identity> identify(HttpQuestion head) throws RefusedException {
        if (tokens.isPresent() && !head.heads().authorization().isEmpty()) {
            String token = token(head.heads().authorization())
                    .orElseThrow(() -> new RefusedException(
                            Reason.UNAUTHORIZED, "a token is expected: Authorization: Bearer TOKEN"));
            return Optional.of(tokens.get()
                    .get()
                    .identify(token)
                    .orElseThrow(() -> new RefusedException(Reason.UNAUTHORIZED, "this token is not accepted here")));
        }
        if (head.certificate().isPresent()) {
            try {
                return CertificateRole.of(head.certificate().get());
            } catch (IllegalArgumentException e) {
                throw new RefusedException(Reason.FORBIDDEN, e.getMessage());
            }
        }
        return tokens.isEmpty() && !tls && isOfThisMachine(head) ? Optional.of(Identity.ANYBODY) : Optional.empty();
    }

    private static boolean isOfThisMachine(HttpQuestion head) throws RefusedException {
        if (!head.from().isLoopbackAddress()) {
            return false;
        }
        refuseForeignPage(head);
        return true;
    }

    /** Bearer, or the password of Basic, which browsers can ask for. */
    private static Optional<String> token(String authorization) {
        String[] words = authorization.strip().split("\\s+", 2);
        if (words.length < 2) {
            return Optional.empty();
        }
        if (words[0].equalsIgnoreCase("Bearer")) {
            return Optional.of(words[1]);
        }
        if (words[0].equalsIgnoreCase("Basic")) {
            try {
                String pair = new String(Base64.getDecoder().decode(words[1]), StandardCharsets.UTF_8);
                return Optional.of(pair.substring(pair.indexOf(':') + 1));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /**
     * A page of somebody else's in a browser on this machine could reach us under a name of its own (DNS rebinding): without a
     * token only addresses and this machine's own names are taken.
     */
    private static void refuseForeignPage(HttpQuestion question) throws RefusedException {
        String host = question.heads().host().toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
        boolean address = host.isEmpty() || host.charAt(0) == '[' || host.matches("[0-9.]+");
        if (!address && !THIS_MACHINE.contains(host) && !host.equals(own())) {
            throw new RefusedException(
                    Reason.FORBIDDEN, "asked for as another host; without a token, ask for localhost or an address");
        }
    }

    private static String own() {
        return OwnName.NAME;
    }

    /** Asked for once. */
    private static final class OwnName {
        static final String NAME = name();

        private static String name() {
            try {
                return InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            } catch (UnknownHostException e) {
                return "localhost";
            }
        }
    }
}

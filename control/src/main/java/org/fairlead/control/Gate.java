package org.fairlead.control;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.fairlead.control.http.HttpQuestion;
import org.fairlead.control.http.Reason;
import org.fairlead.control.http.RefusedException;
import org.fairlead.protocol.trust.TokenFile;
import org.fairlead.protocol.trust.TokenFile.Identity;
import org.fairlead.protocol.trust.TokenFile.Role;

/**
 * Who may do what. With tokens, whoever reports shows one of infrastructure, whoever commits shows any, and so does whoever reads
 * from another machine.
 * Without tokens, this machine and (under mutual TLS) the owners of certificates may do everything.
 */
final class Gate {
    private static final Identity ANYBODY = new Identity(Role.INFRASTRUCTURE, Optional.empty());
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "localhost.localdomain", "ip6-localhost");

    private final Optional<TokenFile> tokens;

    Gate(Optional<TokenFile> tokens) {
        this.tokens = tokens;
    }

    /** Refuses, by method, path and what the head shows, who may not ask this; nothing of the body is read before. */
    void admit(HttpQuestion head) throws RefusedException {
        if (!head.method().equals("POST")) {
            reader(head);
        } else if (head.path().equals("/v1/commitments")) {
            committer(head);
        } else {
            reporter(head);
        }
    }

    /** Refuses who may not report. The token may belong to one host, NameNode or exporter alone. */
    Identity reporter(HttpQuestion question) throws RefusedException {
        Identity identity = identify(question);
        if (identity.role() != Role.INFRASTRUCTURE) {
            throw new RefusedException(
                    Reason.FORBIDDEN, "this token is an application's; reports need one of infrastructure");
        }
        return identity;
    }

    /** Refuses who may not commit: an application speaks of itself, infrastructure of whom it likes. */
    Identity committer(HttpQuestion question) throws RefusedException {
        return identify(question);
    }

    /** Refuses a reporter whose token belongs to another. */
    static void speaksFor(Identity identity, String name) throws RefusedException {
        if (identity.name().isPresent() && !identity.name().get().equals(name)) {
            throw new RefusedException(
                    Reason.FORGED, "this token is that of '" + identity.name().get() + "', not of '" + name + "'");
        }
    }

    /** Refuses who may not read. */
    void reader(HttpQuestion question) throws RefusedException {
        if (question.heads().authorization().isEmpty() && question.from().isLoopbackAddress()) {
            refuseForeignPage(question);
        } else {
            identify(question);
        }
    }

    private Identity identify(HttpQuestion question) throws RefusedException {
        if (tokens.isEmpty()) {
            if (question.certificate().isPresent() || question.from().isLoopbackAddress()) {
                refuseForeignPage(question);
                return ANYBODY;
            }
            throw new RefusedException(Reason.UNAUTHORIZED, "this controller takes requests of its own machine alone");
        }
        Optional<String> token = token(question.heads().authorization());
        if (token.isEmpty()) {
            throw new RefusedException(Reason.UNAUTHORIZED, "a token is expected: Authorization: Bearer TOKEN");
        }
        return tokens.get()
                .identify(token.get())
                .orElseThrow(() -> new RefusedException(Reason.UNAUTHORIZED, "this token is not accepted here"));
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
            } catch (java.net.UnknownHostException e) {
                return "localhost";
            }
        }
    }
}

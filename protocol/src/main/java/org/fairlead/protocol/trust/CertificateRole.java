// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.net.URI;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Whom a certificate stands for: its subject alternative names of kind URI that begin with {@code fairlead:}, such as
 * {@code fairlead:agent:h1}. Several of one role add up. Not the subject: an authority that serves others, too, has written
 * no {@code fairlead:} by accident, while OU=operator is anybody's.
 */
public final class CertificateRole {
    private static final String SCHEME = "fairlead:";
    private static final int URI_NAME = 6;

    private CertificateRole() {}

    /**
     * @return empty if it bears no role
     * @throws IllegalArgumentException if it bears more than one, or says something else after {@code fairlead:}
     */
    public static Optional<Identity> of(X509Certificate certificate) {
        List<Identity> found = new ArrayList<>();
        for (String uri : uris(certificate)) {
            if (uri.startsWith(SCHEME)) {
                found.add(Identity.of(URI.create(uri).getSchemeSpecificPart()));
            }
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Role role = found.get(0).role();
        TreeSet<String> names = new TreeSet<>();
        for (Identity identity : found) {
            if (identity.role() != role) {
                throw new IllegalArgumentException("the certificate bears the roles " + role.word() + " and "
                        + identity.role().word() + "; one is accepted");
            }
            names.addAll(identity.names());
        }
        return Optional.of(new Identity(role, names));
    }

    private static List<String> uris(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? List.of()
                    : names.stream()
                            .filter(name -> name.get(0).equals(URI_NAME))
                            .map(name -> (String) name.get(1))
                            .toList();
        } catch (CertificateParsingException e) {
            throw new IllegalArgumentException("the certificate's alternative names cannot be read", e);
        }
    }
}

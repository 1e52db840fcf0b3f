// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Whom a switch's certificate names: its subject alternative names of kind DNS; where it has none, its subject's common name. */
final class CertificateNames {
    private static final int DNS_NAME = 2;
    private static final String COMMON_NAME = "CN";

    private CertificateNames() {}

    /** Of the certificate that the other end has proved to own; none where it has shown none. */
    static List<String> of(ChannelPipeline pipeline) {
        SslHandler secured = pipeline.get(SslHandler.class);
        if (secured == null) {
            return List.of();
        }
        try {
            return of((X509Certificate) secured.engine().getSession().getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            return List.of();
        }
    }

    /** None if it names nobody in a way that can be read. */
    static List<String> of(X509Certificate certificate) {
        try {
            List<String> names = alternatives(certificate);
            return names.isEmpty() ? commonNames(certificate) : names;
        } catch (CertificateParsingException | InvalidNameException e) {
            return List.of();
        }
    }

    private static List<String> alternatives(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names == null
                ? List.of()
                : names.stream()
                        .filter(name -> name.get(0).equals(DNS_NAME))
                        .map(name -> (String) name.get(1))
                        .toList();
    }

    private static List<String> commonNames(X509Certificate certificate) throws InvalidNameException {
        List<Rdn> parts = new LdapName(certificate.getSubjectX500Principal().getName()).getRdns();
        return parts.stream()
                .filter(part -> part.getType().equalsIgnoreCase(COMMON_NAME))
                .map(part -> String.valueOf(part.getValue()))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Believes the certificates that the files say now; clients not by authorities that nobody has named for them. */
final class CurrentTrust extends X509ExtendedTrustManager {
    private final Watched<TlsMaterial> material;

    private final boolean named;

    /** @param named whether the authorities are those of files, not this Java's */
    CurrentTrust(Watched<TlsMaterial> material, boolean named) {
        this.material = material;
        this.named = named;
    }

    private X509ExtendedTrustManager forClients() throws CertificateException {
        if (!named) {
            throw new CertificateException("no authority is named by which clients would be believed");
        }
        return trust();
    }

    private X509ExtendedTrustManager trust() {
        return material.now().trust();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        forClients().checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        forClients().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        forClients().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        trust().checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        trust().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        trust().checkServerTrusted(chain, type, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust().getAcceptedIssuers();
    }
}

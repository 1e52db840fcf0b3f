// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows the certificate that the files hold now. A handshake asks more than once; an alias of a certificate that has gone in
 * between yields none, and the handshake is made again.
 */
final class CurrentKeys extends X509ExtendedKeyManager {
    private final Watched<TlsMaterial> material;

    CurrentKeys(Watched<TlsMaterial> material) {
        this.material = material;
    }

    private <T> T ask(Optional<X509ExtendedKeyManager> keys, Function<X509ExtendedKeyManager, T> question) {
        return keys.map(question).orElse(null);
    }

    private <T> T begin(Function<X509ExtendedKeyManager, T> question) {
        return ask(material.now().keys(), question);
    }

    private <T> T goOn(Function<X509ExtendedKeyManager, T> question) {
        return ask(material.last().keys(), question);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return begin(keys -> keys.getClientAliases(keyType, issuers));
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return begin(keys -> keys.chooseClientAlias(keyTypes, issuers, socket));
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return begin(keys -> keys.chooseEngineClientAlias(keyTypes, issuers, engine));
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return begin(keys -> keys.getServerAliases(keyType, issuers));
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return begin(keys -> keys.chooseServerAlias(keyType, issuers, socket));
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return begin(keys -> keys.chooseEngineServerAlias(keyType, issuers, engine));
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return goOn(keys -> keys.getCertificateChain(alias));
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return goOn(keys -> keys.getPrivateKey(alias));
    }
}

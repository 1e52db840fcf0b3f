// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.fairlead.protocol.yaml.InvalidFileException;

/** What TLS files hold at a moment. Never changes: sessions of one context are nothing to the next. */
public final class TlsMaterial {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    /** In memory alone. */
    private static final char[] NO_SECRET = "in-memory".toCharArray();

    private static final int SESSION_SECONDS = 300;

    private final SSLContext context;
    private final X509ExtendedTrustManager trust;

    private TlsMaterial(Optional<X509ExtendedKeyManager> keys, X509ExtendedTrustManager trust) {
        this.trust = trust;
        try {
            context = SSLContext.getInstance("TLS");
            context.init(keys.stream().toArray(KeyManager[]::new), new TrustManager[] {trust}, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS: " + e.getMessage(), e);
        }
        context.getServerSessionContext().setSessionTimeout(SESSION_SECONDS);
        context.getClientSessionContext().setSessionTimeout(SESSION_SECONDS);
    }

    /** @throws InvalidFileException if a file cannot be used */
    static TlsMaterial read(TlsFiles files) {
        return new TlsMaterial(files.own().map(TlsMaterial::keys), trust(files.trusted()));
    }

    /** For connections that begin while this is the newest. */
    public SSLContext context() {
        return context;
    }

    /**
     * Whether a client would be let in that shows these certificates.
     *
     * @param chain its own first
     */
    public boolean believes(X509Certificate[] chain) {
        try {
            trust.checkClientTrusted(chain, chain[0].getPublicKey().getAlgorithm());
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    private static X509ExtendedKeyManager keys(TlsFiles.Source source) {
        char[] password = source instanceof TlsFiles.Store store ? password(store.password()) : NO_SECRET.clone();
        try {
            KeyStore store = source instanceof TlsFiles.Store file ? store(file, password) : pem((TlsFiles.Pem) source);
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            for (KeyManager manager : factory.getKeyManagers()) {
                if (manager instanceof X509ExtendedKeyManager keys) {
                    return keys;
                }
            }
            throw new IllegalStateException("this Java has no key manager for certificates");
        } catch (GeneralSecurityException e) {
            throw unusable(source, e);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static X509ExtendedTrustManager trust(Optional<TlsFiles.Source> source) {
        char[] password =
                source.orElse(null) instanceof TlsFiles.Store store ? password(store.password()) : new char[0];
        try {
            KeyStore store = null; // that of this Java
            if (source.orElse(null) instanceof TlsFiles.Store file) {
                store = store(file, password);
            } else if (source.orElse(null) instanceof TlsFiles.Pem file) {
                store = empty();
                int number = 0;
                for (Certificate certificate : certificates(file.certificates())) {
                    store.setCertificateEntry("authority-" + number++, certificate);
                }
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509ExtendedTrustManager trust) {
                    return trust;
                }
            }
            throw new IllegalStateException("this Java has no trust manager for certificates");
        } catch (GeneralSecurityException e) {
            throw unusable(source.orElseThrow(() -> new IllegalStateException("this Java believes nobody", e)), e);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    private static KeyStore pem(TlsFiles.Pem source) throws GeneralSecurityException {
        Certificate[] chain = certificates(source.certificates()).toArray(Certificate[]::new);
        Path keyFile = source.key().orElseThrow();
        PrivateKey key = key(keyFile, chain[0].getPublicKey().getAlgorithm());
        KeyStore store = empty();
        store.setKeyEntry("own", key, NO_SECRET, chain);
        return store;
    }

    private static PrivateKey key(Path file, String algorithm) {
        String text = SecretFile.read(file);
        Matcher found = PKCS8.matcher(text);
        if (!found.find()) {
            String accepted = "'-----BEGIN PRIVATE KEY-----' is accepted (PKCS#8 without a password), after:"
                    + " openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW";
            throw new InvalidFileException(file.toString(), 0, "", "no key that can be used; " + accepted);
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new InvalidFileException(
                    file.toString(), 0, "", "not a key of " + algorithm + ", as its certificate says");
        }
    }

    private static Collection<? extends Certificate> certificates(Path file) {
        try {
            // Some tools write words between the certificates.
            String text = Stream.of(Files.readString(file).split("(?=-----BEGIN CERTIFICATE-----)"))
                    .filter(part -> part.startsWith("-----BEGIN CERTIFICATE-----"))
                    .map(part -> part.replaceFirst("(?s)(-----END CERTIFICATE-----).*", "$1\n"))
                    .reduce("", String::concat);
            Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
            if (found.isEmpty()) {
                throw new InvalidFileException(file.toString(), 0, "", "no certificate in PEM's form");
            }
            return found;
        } catch (IOException | CertificateException e) {
            throw new InvalidFileException(
                    file.toString(), 0, "", "certificates in PEM's form cannot be read from here");
        }
    }

    private static KeyStore empty() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new IllegalStateException("nothing is read here", e);
        }
    }

    private static char[] password(Path file) {
        return SecretFile.read(file).strip().toCharArray();
    }

    private static KeyStore store(TlsFiles.Store source, char[] password) throws GeneralSecurityException {
        Path file = source.file();
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(file.toString().endsWith(".jks") ? "JKS" : "PKCS12");
            store.load(in, password);
            return store;
        } catch (IOException e) {
            throw new InvalidFileException(file.toString(), 0, "", "not a key store that the password opens");
        }
    }

    private static InvalidFileException unusable(TlsFiles.Source source, GeneralSecurityException e) {
        return new InvalidFileException(
                source.files().get(0).toString(), 0, "", "cannot be used for TLS: " + e.getMessage());
    }
}

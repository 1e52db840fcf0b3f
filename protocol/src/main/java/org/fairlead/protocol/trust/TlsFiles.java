package org.fairlead.protocol.trust;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * Mutual TLS: who we are, and whom we believe. PKCS12 or JKS stores.
 *
 * @param keyStore our certificate and its key
 * @param keyStorePassword a file that holds the password
 * @param trustStore certificates that we believe
 * @param trustStorePassword a file that holds the password
 */
public record TlsFiles(Path keyStore, Path keyStorePassword, Path trustStore, Path trustStorePassword) {
    /** @throws InvalidFileException if a file cannot be used */
    public SSLContext context() {
        char[] password = password(keyStorePassword);
        char[] trustPassword = password(trustStorePassword);
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store(keyStore, password), password);
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store(trustStore, trustPassword));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new InvalidFileException(keyStore.toString(), 0, "", "cannot be used for TLS: " + e.getMessage());
        } finally {
            Arrays.fill(password, '\0');
            Arrays.fill(trustPassword, '\0');
        }
    }

    private static char[] password(Path file) {
        try {
            return Files.readString(file).strip().toCharArray();
        } catch (IOException e) {
            throw new InvalidFileException(file.toString(), 0, "", "the password cannot be read from here");
        }
    }

    private static KeyStore store(Path file, char[] password) throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(file.toString().endsWith(".jks") ? "JKS" : "PKCS12");
            store.load(in, password);
            return store;
        } catch (IOException e) {
            throw new InvalidFileException(file.toString(), 0, "", "not a key store that the password opens");
        }
    }
}

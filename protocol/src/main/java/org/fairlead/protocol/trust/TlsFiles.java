// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.fairlead.protocol.time.TimeSource;

/**
 * TLS from files: who we are, and whom we believe. PEM, or stores of Java's.
 *
 * @param own our certificate and its key; empty: we show none
 * @param trusted the authorities (or single certificates) that we believe; empty: of servers those that this Java believes, of
 *     clients none
 */
public record TlsFiles(Optional<Source> own, Optional<Source> trusted) {
    /** The words of the options by which users name the files, in all places the same. */
    public static final List<String> WORDS = List.of(
            "certificate",
            "key",
            "authority",
            "key-store",
            "key-store-password",
            "trust-store",
            "trust-store-password");

    /** Where certificates come from. */
    public sealed interface Source {
        List<Path> files();
    }

    /** @param key PKCS#8, without a password; empty where only certificates are needed */
    public record Pem(Path certificates, Optional<Path> key) implements Source {
        @Override
        public List<Path> files() {
            return key.map(file -> List.of(certificates, file)).orElse(List.of(certificates));
        }
    }

    /**
     * PKCS12, or JKS where the name ends so.
     *
     * @param password a file that holds it
     */
    public record Store(Path file, Path password) implements Source {
        @Override
        public List<Path> files() {
            return List.of(file, password);
        }
    }

    public static TlsFiles stores(Path keyStore, Path keyStorePassword, Path trustStore, Path trustStorePassword) {
        return new TlsFiles(
                Optional.of(new Store(keyStore, keyStorePassword)),
                Optional.of(new Store(trustStore, trustStorePassword)));
    }

    public static TlsFiles pem(Path certificate, Path key, Path authority) {
        return new TlsFiles(
                Optional.of(new Pem(certificate, Optional.of(key))), Optional.of(new Pem(authority, Optional.empty())));
    }

    /**
     * As options say: {@link #WORDS}.
     *
     * @param value of a word
     * @param name of a word's option, as errors have to say it
     * @return empty if none is given
     * @throws IllegalArgumentException if only one of two that belong together is given, or both kinds are
     */
    public static Optional<TlsFiles> of(Function<String, Optional<Path>> value, UnaryOperator<String> name) {
        Optional<Source> own = source(value, name, "certificate", "key", Pem::new);
        Optional<Source> store = source(
                value, name, "key-store", "key-store-password", (file, password) -> new Store(file, password.get()));
        Optional<Source> authority = value.apply("authority").map(file -> new Pem(file, Optional.empty()));
        Optional<Source> trust = source(
                value,
                name,
                "trust-store",
                "trust-store-password",
                (file, password) -> new Store(file, password.get()));
        refuseBoth(own, store, name.apply("certificate"), name.apply("key-store"));
        refuseBoth(authority, trust, name.apply("authority"), name.apply("trust-store"));
        TlsFiles files = new TlsFiles(own.or(() -> store), authority.or(() -> trust));
        return files.own.isEmpty() && files.trusted.isEmpty() ? Optional.empty() : Optional.of(files);
    }

    private interface Pair {
        Source of(Path first, Optional<Path> second);
    }

    private static Optional<Source> source(
            Function<String, Optional<Path>> value, UnaryOperator<String> name, String one, String other, Pair making) {
        Optional<Path> first = value.apply(one);
        Optional<Path> second = value.apply(other);
        if (first.isPresent() != second.isPresent()) {
            throw new IllegalArgumentException(name.apply(first.isPresent() ? other : one) + ": missing; it belongs to "
                    + name.apply(first.isPresent() ? one : other));
        }
        return first.map(path -> making.of(path, second));
    }

    private static void refuseBoth(Optional<Source> one, Optional<Source> other, String oneName, String otherName) {
        if (one.isPresent() && other.isPresent()) {
            throw new IllegalArgumentException(
                    oneName + " and " + otherName + " say the same: one of them is accepted");
        }
    }

    /**
     * What the files say, read again when they change. Each reading is a context of its own, so that nobody takes up a session that
     * an earlier one allowed; connections that are open, their owner has to judge again.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException if a file cannot be used
     */
    public WatchedFiles<TlsMaterial> watched(TimeSource time) {
        List<Path> files = new ArrayList<>();
        own.ifPresent(source -> files.addAll(source.files()));
        trusted.ifPresent(source -> files.addAll(source.files()));
        return WatchedFiles.of(files, () -> TlsMaterial.read(this), time);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.trust;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * The tokens that a controller accepts ({@link #accepted}), or the one that a client shows ({@link #own}). A line is
 * {@code ROLE[:NAME[,NAME…]] TOKEN}, such as {@code agent:h1 3f9a…} or {@code any 77b0…}. A controller's may hold
 * {@code sha256:DIGEST} in the place of the token; a client's may leave the role out. Blank lines and lines that start with #
 * do not count. The file must belong to its owner alone.
 */
public final class TokenFile {
    private static final int SHORTEST = 16;
    private static final int LONGEST = 512;
    private static final int MOST_ENTRIES = 100_000;
    private static final int TOKEN_BYTES = 32;
    private static final String DIGEST = "sha256:";
    /** Never fed itself. */
    private static final MessageDigest SHA_256 = sha256();

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]{" + SHORTEST + "," + LONGEST + "}");
    private static final Pattern DIGESTED = Pattern.compile(DIGEST + "[0-9a-f]{64}");
    private static final String EXPECTED = "a token of " + SHORTEST + " to " + LONGEST
            + " letters, digits and ._~+/=- is expected, after who shows it: ROLE or ROLE:NAME, a role being one of "
            + Role.words();

    private final Map<ByteBuffer, Identity> byDigest = new HashMap<>();

    private TokenFile() {}

    /**
     * What a client shows.
     *
     * @param identity as its own file says; a controller goes by the controller's
     */
    public record Own(Optional<Identity> identity, String token) {
        @Override
        public String toString() {
            return "a token";
        }
    }

    private record Entry(int line, Optional<Identity> identity, String token) {}

    /**
     * The tokens that are accepted.
     *
     * @throws InvalidFileException if it cannot be read, says something else, or others may read it
     */
    public static TokenFile accepted(Path file) {
        TokenFile tokens = new TokenFile();
        for (Entry entry : entries(file)) {
            Identity identity = entry.identity()
                    .orElseThrow(() -> invalid(
                            file,
                            entry.line(),
                            "a token that does not say whose it is; accepted: ROLE:NAME TOKEN (" + Role.words()
                                    + "), or 'any TOKEN' for one secret of a small cluster"));
            Identity before = tokens.byDigest.put(digestOf(entry.token()), identity);
            if (before != null && !before.equals(identity)) {
                throw invalid(
                        file, entry.line(), "this token is " + before + "'s in a line before; a token bears one role");
            }
        }
        return tokens;
    }

    /**
     * The first token of a client's file.
     *
     * @throws InvalidFileException if it cannot be read, says something else, or others may read it
     */
    public static Own own(Path file) {
        Entry first = entries(file).get(0);
        if (DIGESTED.matcher(first.token()).matches()) {
            throw invalid(file, first.line(), "a digest, as a controller has; a client shows the token itself");
        }
        return new Own(first.identity(), first.token());
    }

    /** A new token, of 256 random bits. */
    public static String fresh() {
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        return HexFormat.of().formatHex(token);
    }

    /** The line of a controller's file by which a token is accepted that the file does not tell. */
    public static String acceptedLine(Identity identity, String token) {
        return identity + " " + DIGEST + HexFormat.of().formatHex(sha256(token));
    }

    /** Whom a token stands for. Looked up by its digest: the time this takes tells nothing of how much of a guess is right. */
    public Optional<Identity> identify(String token) {
        return Optional.ofNullable(byDigest.get(ByteBuffer.wrap(sha256(token))));
    }

    @Override
    public String toString() {
        return byDigest.size() + " tokens";
    }

    private static List<Entry> entries(Path file) {
        List<String> lines = SecretFile.read(file).lines().toList();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                entries.add(entry(file, i + 1, line));
            }
        }
        if (entries.isEmpty() || entries.size() > MOST_ENTRIES) {
            throw invalid(file, 0, entries.size() + " tokens; from 1 to " + MOST_ENTRIES + " are accepted");
        }
        return entries;
    }

    private static Entry entry(Path file, int line, String text) {
        String[] words = text.split("\\s+");
        String token = words[words.length - 1];
        boolean known = words.length == 1
                || (words.length == 2 && Role.of(words[0].split(":", 2)[0]).isPresent());
        // What stands there is not repeated: it may be a secret.
        if (!known
                || !(TOKEN.matcher(token).matches() || DIGESTED.matcher(token).matches())) {
            throw invalid(file, line, EXPECTED);
        }
        try {
            return new Entry(line, words.length == 2 ? Optional.of(Identity.of(words[0])) : Optional.empty(), token);
        } catch (IllegalArgumentException e) {
            throw invalid(file, line, e.getMessage());
        }
    }

    private static InvalidFileException invalid(Path file, int line, String what) {
        return new InvalidFileException(file.toString(), line, "", what);
    }

    private static ByteBuffer digestOf(String tokenOrDigest) {
        return ByteBuffer.wrap(
                DIGESTED.matcher(tokenOrDigest).matches()
                        ? HexFormat.of().parseHex(tokenOrDigest.substring(DIGEST.length()))
                        : sha256(tokenOrDigest));
    }

    private static byte[] sha256(String token) {
        try {
            // To look for the algorithm costs more than to compute it.
            MessageDigest digest = (MessageDigest) SHA_256.clone();
            return digest.digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of this Java cannot be copied", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

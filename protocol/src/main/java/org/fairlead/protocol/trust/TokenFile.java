package org.fairlead.protocol.trust;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * The tokens that a controller accepts, or the one that a client shows. A line holds a token alone (of infrastructure), or a
 * role, optionally a name, and a token: {@code infrastructure:h1 3f9a…}, {@code application 77b0…}. Blank lines and lines that
 * start with # do not count. The file must belong to its owner alone.
 */
public final class TokenFile {
    private static final int SHORTEST = 16;
    private static final int LONGEST = 512;
    private static final int MOST_ENTRIES = 100_000;
    private static final long LARGEST_BYTES = 16L << 20;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/=-]+");
    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private final String own;
    private final Map<ByteBuffer, Identity> byDigest = new HashMap<>();

    private TokenFile(List<Entry> entries) {
        own = entries.get(0).token;
        entries.forEach(entry -> byDigest.put(digest(entry.token), entry.identity));
    }

    /** Who a token stands for. */
    public enum Role {
        /** Agents, NameNodes and switch exporters: they report. */
        INFRASTRUCTURE,
        /** Those who read, and commit what they will carry themselves. */
        APPLICATION
    }

    /** @param name the host, NameNode, exporter or application that alone may use the token; empty: any */
    public record Identity(Role role, Optional<String> name) {}

    private record Entry(Identity identity, String token) {}

    /** @throws InvalidFileException if it cannot be read, says something else, or others may read it */
    public static TokenFile read(Path file) {
        List<String> lines;
        try {
            if (!Files.isRegularFile(file)) {
                throw new InvalidFileException(file.toString(), 0, "", "no such file");
            }
            if (Files.size(file) > LARGEST_BYTES) {
                throw new InvalidFileException(file.toString(), 0, "", "larger than 16 MiB; no token file is");
            }
            refuseIfOpen(file);
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new InvalidFileException(file.toString(), 0, "", "cannot be read: " + e.getMessage());
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                entries.add(entry(file, i + 1, line));
            }
        }
        if (entries.isEmpty() || entries.size() > MOST_ENTRIES) {
            throw new InvalidFileException(
                    file.toString(), 0, "", entries.size() + " tokens; from 1 to " + MOST_ENTRIES + " are accepted");
        }
        return new TokenFile(entries);
    }

    /** The token to show: the first of the file. */
    public String own() {
        return own;
    }

    /** Whom a token stands for. Looked up by its digest: the time this takes tells nothing of how much of a guess is right. */
    public Optional<Identity> identify(String token) {
        return Optional.ofNullable(byDigest.get(digest(token)));
    }

    @Override
    public String toString() {
        return byDigest.size() + " tokens";
    }

    private static ByteBuffer digest(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Entry entry(Path file, int line, String text) {
        String[] words = text.split("\\s+");
        String token = words[words.length - 1];
        if (words.length > 2
                || token.length() < SHORTEST
                || token.length() > LONGEST
                || !TOKEN.matcher(token).matches()) {
            throw new InvalidFileException(
                    file.toString(),
                    line,
                    "",
                    "a token of " + SHORTEST + " to " + LONGEST + " letters, digits and ._~+/=- is expected, with"
                            + " infrastructure, infrastructure:NAME, application or application:NAME in front of it or"
                            + " nothing");
        }
        Identity identity = new Identity(Role.INFRASTRUCTURE, Optional.empty());
        if (words.length == 2) {
            String[] who = words[0].split(":", 2);
            try {
                identity = new Identity(
                        Role.valueOf(who[0].toUpperCase(Locale.ROOT)),
                        who.length == 2 && !who[1].isEmpty() ? Optional.of(who[1]) : Optional.empty());
            } catch (IllegalArgumentException e) {
                throw new InvalidFileException(
                        file.toString(), line, "", "a role is expected; accepted: infrastructure, application");
            }
        }
        return new Entry(identity, token);
    }

    private static void refuseIfOpen(Path file) throws IOException {
        Set<PosixFilePermission> permissions;
        try {
            permissions = Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException e) {
            return; // a file system without them
        }
        if (permissions.stream().anyMatch(OTHERS::contains)) {
            throw new InvalidFileException(
                    file.toString(), 0, "", "others may read or write this secret; accepted after: chmod 600 " + file);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.shipped;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.fairlead.protocol.ClosestWord;
import org.fairlead.protocol.yaml.Yaml;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * Finds a file by what a user wrote: on a command line, or in a file that names others.
 *
 * <p>A text with a slash or with the ending {@code .yaml} is a file. A bare name is, whichever comes first: the file {@code NAME.yaml} beside what
 * names it; what is shipped by that name; a file that is called just so.
 */
public final class ShippedFiles {
    private static final String ENDING = ".yaml";

    private final Path installation;

    /** @param installation the directory with {@code scenarios}, {@code clusters} and {@code contenders} */
    public ShippedFiles(Path installation) {
        this.installation = installation;
    }

    /**
     * One that is shipped.
     *
     * @param description its key {@code description}, or the first sentence of the comment at its head
     */
    public record Entry(String name, String description, Path file) {}

    /**
     * The file that is meant.
     *
     * @param beside the directory of whatever names it
     * @throws IllegalArgumentException that says what is shipped, and which of it was probably meant
     */
    public Path find(ShippedKind kind, String text, Path beside) {
        Path own = beside.resolve(text);
        if (text.contains("/") || isYaml(text)) {
            Path longer = beside.resolve(text + ENDING);
            if (Files.exists(own) || !Files.isRegularFile(longer)) {
                return exists(kind, text, own);
            }
            return longer;
        }
        Path named = beside.resolve(text + ENDING);
        if (Files.isRegularFile(named)) {
            return named;
        }
        Path shipped = directory(kind).resolve(text + ENDING);
        return Files.isRegularFile(shipped) ? shipped : exists(kind, text, own);
    }

    private static boolean isYaml(String text) {
        return text.endsWith(ENDING) || text.endsWith(".yml");
    }

    private Path exists(ShippedKind kind, String text, Path file) {
        if (Files.exists(file) && !Files.isDirectory(file)) {
            return file;
        }
        List<String> names = names(kind);
        String written = isYaml(text) ? text.substring(0, text.lastIndexOf('.')) : text;
        String meant = ClosestWord.closest(written, names)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse("");
        String shipped = " Shipped " + kind.all() + ": " + String.join(", ", names);
        String list = kind == ShippedKind.VALIDATION ? "" : " (fairlead list " + kind.all() + ")";
        throw new IllegalArgumentException(
                (isYaml(text) || text.contains("/") ? text + ": no such file" : "no " + kind.one() + " '" + text + "'")
                        + (meant.isEmpty() ? "." : meant)
                        + shipped
                        + list);
    }

    /** The names of all of a kind, in the alphabet's order. */
    public List<String> names(ShippedKind kind) {
        return files(kind).stream().map(ShippedFiles::name).toList();
    }

    /**
     * All of a kind, in the alphabet's order.
     *
     * @throws org.fairlead.protocol.yaml.InvalidFileException when one is not valid YAML
     */
    public List<Entry> entries(ShippedKind kind) {
        return files(kind).stream()
                .map(file -> new Entry(name(file), description(file), file))
                .toList();
    }

    private Path directory(ShippedKind kind) {
        return installation.resolve(kind.directory());
    }

    private List<Path> files(ShippedKind kind) {
        if (!Files.isDirectory(directory(kind))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory(kind))) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted(Comparator.comparing(ShippedFiles::name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ENDING.length());
    }

    private static String description(Path file) {
        return Yaml.read(file).optional("description").map(YamlNode::text).orElseGet(() -> firstSentence(head(file)));
    }

    private static String head(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            List<String> comment = new ArrayList<>();
            lines.takeWhile(line -> line.startsWith("#"))
                    .forEach(line -> comment.add(line.substring(1).strip()));
            return String.join(" ", comment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without its full stop; one in brackets ends no sentence. */
    static String firstSentence(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            boolean last = i + 1 == text.length() || text.charAt(i + 1) == ' ';
            if (c == '.' && depth == 0 && last) {
                return text.substring(0, i);
            }
        }
        return text;
    }
}

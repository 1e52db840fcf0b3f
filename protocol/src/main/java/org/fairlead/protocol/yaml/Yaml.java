// SPDX-License-Identifier: Apache-2.0
package org.fairlead.protocol.yaml;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;

/** Reads one YAML document into {@link YamlNode}s. Aliases, binary values, repeated keys and a second document are refused. */
public final class Yaml {
    private static final int DEEPEST = 50;
    private static final int LARGEST_BYTES = 16 << 20;
    private static final YAMLFactory FACTORY = factory();

    private final String file;
    private final YAMLParser parser;

    private Yaml(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    private static YAMLFactory factory() {
        LoaderOptions options = new LoaderOptions();
        // The parser's own limit is lower than what a network of 20,000 hosts takes.
        options.setCodePointLimit(LARGEST_BYTES);
        return YAMLFactory.builder().loaderOptions(options).build();
    }

    /** @throws InvalidFileException if the file is missing, unreadable, larger than 16 MiB or not YAML */
    public static YamlNode read(Path path) {
        String file = path.toString();
        try {
            if (!Files.exists(path)) {
                throw new InvalidFileException(file, 0, "", "no such file");
            }
            if (!Files.isRegularFile(path)) {
                throw new InvalidFileException(file, 0, "", "not a regular file");
            }
            if (Files.size(path) > LARGEST_BYTES) {
                throw new InvalidFileException(file, 0, "", "larger than 16 MiB; no file of this kind is");
            }
            return parse(file, Files.readString(path));
        } catch (CharacterCodingException e) {
            throw new InvalidFileException(file, 0, "", "not UTF-8 text");
        } catch (IOException e) {
            throw new InvalidFileException(file, 0, "", "cannot be read: " + e.getMessage());
        }
    }

    /** @param file how errors name the text */
    public static YamlNode parse(String file, String text) {
        try (YAMLParser parser = FACTORY.createParser(text)) {
            Yaml yaml = new Yaml(file, parser);
            if (parser.nextToken() == null) {
                throw new InvalidFileException(file, 0, "", "empty; a mapping of keys to values is expected");
            }
            YamlNode root = yaml.node("", 0);
            if (parser.nextToken() != null) {
                throw new InvalidFileException(file, yaml.line(), "", "a second document; one is expected");
            }
            return root;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            String reason =
                    e.getOriginalMessage().lines().findFirst().orElse("").strip();
            throw new InvalidFileException(file, at == null ? 0 : at.getLineNr(), "", "not valid YAML: " + reason);
        } catch (IOException e) {
            throw new InvalidFileException(file, 0, "", "cannot be read: " + e.getMessage());
        }
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private YamlNode node(String key, int depth) throws IOException {
        int line = line();
        if (parser.isCurrentAlias()) { // whose text would be its anchor's name
            throw new InvalidFileException(file, line, key, "aliases are not accepted");
        }
        if (depth > DEEPEST) {
            throw new InvalidFileException(file, line, key, "nested deeper than " + DEEPEST + " levels");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(key, line, depth);
            case START_ARRAY -> sequence(key, line, depth);
            case VALUE_NULL -> new YamlNode(file, line, key, null);
            case VALUE_EMBEDDED_OBJECT ->
                throw new InvalidFileException(file, line, key, "binary values are not accepted");
            default -> {
                String text = parser.getText();
                yield text == null ? new YamlNode(file, line, key, null) : new YamlNode(file, line, key, text);
            }
        };
    }

    private YamlNode mapping(String key, int line, int depth) throws IOException {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            int nameLine = line();
            parser.nextToken();
            String full = key.isEmpty() ? name : key + "." + name;
            YamlNode value = node(full, depth + 1);
            if (entries.putIfAbsent(name, value) != null) {
                throw new InvalidFileException(file, nameLine, full, "stands twice");
            }
        }
        return new YamlNode(file, line, key, entries);
    }

    private YamlNode sequence(String key, int line, int depth) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(key + "[" + items.size() + "]", depth + 1));
        }
        return new YamlNode(file, line, key, items);
    }
}

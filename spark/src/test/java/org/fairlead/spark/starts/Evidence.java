// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an application leaves behind by which one knows that the plug-in worked in it: its decisions, and logs in which nothing of ours complains. */
final class Evidence {
    private static final Pattern WARNING = Pattern.compile("\\b(?:WARN|ERROR) (\\w+):");
    private static final Pattern TROUBLE =
            Pattern.compile("^\\s+at (?:org|io)\\.fairlead\\.|(?:Exception|Error)\\b.*fairlead[./]|Fairlead is off");

    /** Spark itself speaks in the names of these, which extend classes of its own. */
    private static final Set<String> SPARKS =
            Set.of("FairleadTaskScheduler", "FairleadYarnScheduler", "FairleadTaskSetManager");

    private final Set<String> loggers;

    /** @param jar the plug-in, whose classes log by their simple names */
    Evidence(Path jar) throws IOException {
        try (JarFile classes = new JarFile(jar.toFile())) {
            loggers = classes.stream()
                    .map(entry -> entry.getName())
                    .filter(name ->
                            name.startsWith("org/fairlead/") && name.endsWith(".class") && !name.contains("/shaded/"))
                    .map(name -> name.substring(name.lastIndexOf('/') + 1, name.length() - ".class".length()))
                    .filter(name -> !SPARKS.contains(name))
                    .collect(Collectors.toSet());
        }
    }

    /** One application has written decisions, of which some were ours. */
    void ofDecisions(Path directory) throws IOException {
        assertThat(directory).isNotEmptyDirectory();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.toList())
                    .singleElement()
                    .satisfies(file -> assertThat(file).content().contains("\"rule\":\"planned\""));
        }
    }

    /** Nobody complains in a log of ours, or of us. */
    void ofPeace(List<Path> logs) throws IOException {
        for (Path log : logs) {
            try (Stream<String> lines = Files.lines(log)) {
                assertThat(lines.filter(this::complains)).as(log.toString()).isEmpty();
            }
        }
    }

    private boolean complains(String line) {
        Matcher warning = WARNING.matcher(line);
        return TROUBLE.matcher(line).find() || (warning.find() && loggers.contains(warning.group(1)));
    }
}

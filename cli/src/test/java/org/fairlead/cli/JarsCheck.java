// SPDX-License-Identifier: Apache-2.0
package org.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every jar that is built says under which licences its parts are. Run after the jars are made: {@code mvn verify}. */
final class JarsCheck {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    private static Path jar(String module) throws IOException {
        Path target = REPOSITORY.resolve(module).resolve(System.getProperty("target.directory", "target"));
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches("fairlead-" + module + ".*\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no jar in " + target + "; build all: mvn package"));
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        JarEntry entry = jar.getJarEntry(name);
        assertThat(entry).as(name + " in " + jar.getName()).isNotNull();
        return new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core",
                "objects",
                "report",
                "protocol",
                "network",
                "openflow",
                "control",
                "hdfs",
                "spark",
                "sim",
                "testbed",
                "validation",
                "diagnosis",
                "cli"
            })
    void everyJarHasItsLicenceAndNotice(String module) throws IOException {
        try (JarFile jar = new JarFile(jar(module).toFile())) {
            assertThat(text(jar, "META-INF/LICENSE")).isEqualTo(Files.readString(REPOSITORY.resolve("LICENSE")));
            assertThat(text(jar, "META-INF/NOTICE").lines().map(String::strip))
                    .containsAll(Files.readString(REPOSITORY.resolve("NOTICE"))
                            .lines()
                            .map(String::strip)
                            .toList());
        }
    }

    /** A library in a plug-in's jar, by a package of its own, and what NOTICE or a file beside it has to say of it. */
    @ParameterizedTest
    @CsvSource({
        "org/apache/commons/statistics/, META-INF/NOTICE, Apache Commons Statistics",
        "org/apache/commons/numbers/, META-INF/NOTICE, Boost C++ Libraries",
        "com/fasterxml/jackson/, META-INF/NOTICE, Jackson JSON processor",
        "com/fasterxml/jackson/, META-INF/FastDoubleParser-NOTICE, MIT License",
        "com/fasterxml/jackson/, META-INF/thirdparty-LICENSE, Redistribution and use",
        "org/yaml/snakeyaml/, META-INF/NOTICE, SnakeYAML",
        "io/netty/, META-INF/NOTICE, Netty",
        "io/prometheus/, META-INF/NOTICE, The Prometheus Authors",
    })
    void whatIsHeldBesidesIsNamed(String library, String file, String words) throws IOException {
        for (String module : List.of("hdfs", "spark")) {
            try (JarFile jar = new JarFile(jar(module).toFile())) {
                boolean held = jar.stream().anyMatch(entry -> entry.getName().contains("shaded/" + library));
                if (held) {
                    assertThat(text(jar, file)).contains(words);
                } else {
                    assertThat(library).as("in every plug-in's jar").isIn("io/netty/", "io/prometheus/");
                }
            }
        }
    }

    /** The registry finds our policies in a plug-in's jar as it finds others'. */
    @ParameterizedTest
    @ValueSource(strings = {"core", "hdfs", "spark"})
    void policiesAreNamedAsEverybodyNamesThem(String module) throws IOException {
        try (JarFile jar = new JarFile(jar(module).toFile())) {
            assertThat(text(jar, "META-INF/services/org.fairlead.core.policy.PolicyProvider"))
                    .contains("org.fairlead.core.placement.Placers", "org.fairlead.core.task.assigner.TaskAssigners")
                    .doesNotContain("shaded");
            assertThat(jar.getJarEntry("org/fairlead/core/policy/PolicyProvider.class"))
                    .isNotNull();
        }
    }

    /** No library comes into a plug-in's jar unnoticed. */
    @ParameterizedTest
    @ValueSource(strings = {"hdfs", "spark"})
    void nothingElseIsHeld(String module) throws IOException {
        try (JarFile jar = new JarFile(jar(module).toFile())) {
            assertThat(jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")))
                    .allMatch(name -> name.startsWith("org/fairlead/") || name.startsWith("io/fairlead/"));
            assertThat(jar.stream()
                            .map(JarEntry::getName)
                            .filter(name -> name.startsWith("org/fairlead/shaded/") && name.endsWith(".class")))
                    .allMatch(name -> name.matches(
                            "org/fairlead/shaded/(com/fasterxml/jackson|org/yaml/snakeyaml|io/netty|io/prometheus"
                                    + "|org/apache/commons/(numbers|statistics))/.*"));
        }
    }

    /** Of Commons Statistics a part is held: a canary's interval needs no more, however many values there are. */
    @ParameterizedTest
    @ValueSource(strings = {"hdfs", "spark"})
    void studentsQuantilesNeedNothingElse(String module) throws Exception {
        URL[] alone = {jar(module).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(alone, ClassLoader.getPlatformClassLoader())) {
            Method quantile = loader.loadClass("org.fairlead.report.statistics.Estimate")
                    .getDeclaredMethod("quantile", double.class, double.class);
            quantile.setAccessible(true);
            for (double degrees : new double[] {2, 29, 57.3, 1e4, 1e6, 1e9}) {
                assertThat((double) quantile.invoke(null, degrees, 0.025)).isBetween(1.9599, 4.3028);
            }
        }
    }
}

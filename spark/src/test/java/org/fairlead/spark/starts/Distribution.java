// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.package$;

/**
 * Spark as users unpack it, scripts and all jars: the directory that the property {@code spark.distribution} names, or what Python's package
 * has of the version that the tests are compiled with. That is fetched once, 450 MB, and kept beside what is built.
 */
final class Distribution {
    private static final String VERSION = package$.MODULE$.SPARK_VERSION();
    private static final int FETCH_MINUTES = 8;

    private final Path directory;

    private Distribution(Path directory) {
        this.directory = directory;
    }

    static Distribution here() throws IOException, InterruptedException {
        String given = System.getProperty("spark.distribution", "");
        Path directory = given.isEmpty() ? fetched() : Path.of(given);
        assertThat(directory.resolve("jars/spark-yarn_2.13-" + VERSION + ".jar"))
                .as("part of Spark " + VERSION + "; -Dspark.distribution=DIRECTORY names another directory")
                .exists();
        return new Distribution(directory.toAbsolutePath());
    }

    private static Path fetched() throws IOException, InterruptedException {
        Path packages = Path.of(System.getProperty("spark.distribution.kept"), "pyspark-" + VERSION);
        if (!Files.exists(packages)) {
            Path part = packages.resolveSibling(packages.getFileName() + ".part");
            List<String> command = List.of(
                    "python3",
                    "-m",
                    "pip",
                    "install",
                    "-q",
                    "--no-compile",
                    "--upgrade",
                    "--target",
                    part.toString(),
                    "pyspark==" + VERSION);
            Process pip = new ProcessBuilder(command).inheritIO().start();
            boolean over = pip.waitFor(FETCH_MINUTES, TimeUnit.MINUTES);
            pip.destroy();
            assertThat(over && pip.exitValue() == 0)
                    .as("Spark's distribution comes by " + String.join(" ", command)
                            + "; -Dspark.distribution=DIRECTORY names one that is there")
                    .isTrue();
            Files.move(part, packages);
        }
        return packages.resolve("pyspark");
    }

    /** Where Python finds PySpark. */
    private String pythonPath() throws IOException {
        try (Stream<Path> zips = Files.list(directory.resolve("python/lib"))) {
            return zips.map(Path::toString)
                    .filter(name -> name.endsWith(".zip"))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** A home for some of a test's processes: Spark's workers write below theirs. */
    Map<String, String> homeIn(Path below) throws IOException {
        Path home = Files.createDirectory(below.resolve("spark"));
        for (String part : List.of("bin", "jars", "python")) {
            Files.createSymbolicLink(home.resolve(part), directory.resolve(part));
        }
        return Map.of(
                "SPARK_HOME",
                home.toString(),
                "SPARK_LOCAL_IP",
                "127.0.0.1",
                "JAVA_HOME",
                System.getProperty("java.home"),
                "JDK_JAVA_OPTIONS",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", // they live for seconds
                "PYTHONPATH",
                pythonPath());
    }
}

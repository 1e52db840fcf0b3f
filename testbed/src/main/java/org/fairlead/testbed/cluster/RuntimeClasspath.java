// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.process.ClusterException;

/**
 * The jars that make HDFS and Spark run, resolved by the system's own Maven, so that its mirrors, proxies and local
 * repository count. A resolved list is kept in the cache directory and used again as long as all its files exist.
 *
 * @param sparkHome a directory that looks to Spark like its distribution, as far as a standalone worker needs it
 */
public record RuntimeClasspath(Versions versions, List<Path> hadoop, List<Path> spark, Path sparkHome) {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0";
    private static final int SHOWN_LINES = 12;

    public RuntimeClasspath {
        hadoop = List.copyOf(hadoop);
        spark = List.copyOf(spark);
    }

    /** Where this user's class paths and archives are kept between runs. */
    public static Path userCache() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path base = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return base.resolve("fairlead");
    }

    /**
     * Resolves what is not resolved yet; minutes on the first call, milliseconds later.
     *
     * @param cache a directory that survives runs; made when absent
     * @param progress takes one line per thing that takes long
     * @throws ClusterException when Maven fails, with the end of what it said
     */
    public static RuntimeClasspath resolve(Versions versions, Path cache, Consumer<String> progress) {
        try {
            Path directory = Files.createDirectories(cache.resolve("classpath").toAbsolutePath());
            List<Path> hadoop = resolved(
                    directory,
                    "hadoop-" + versions.hadoop(),
                    List.of(
                            dependency("org.apache.hadoop", "hadoop-common", versions.hadoop()),
                            dependency("org.apache.hadoop", "hadoop-hdfs", versions.hadoop()),
                            dependency("org.apache.hadoop", "hadoop-hdfs-client", versions.hadoop())),
                    progress);
            List<Path> spark = resolved(
                    directory,
                    "spark-" + versions.spark(),
                    List.of(dependency("org.apache.spark", "spark-sql_" + Versions.SCALA, versions.spark())),
                    progress);
            return new RuntimeClasspath(versions, hadoop, spark, home(directory, versions.spark(), spark));
        } catch (IOException e) {
            throw new ClusterException("the class path cache under " + cache + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * The same for a Spark that reads objects: with Hadoop's S3A. Resolves what is not resolved yet; about 15 MB the first time.
     *
     * @param cache as of {@link #resolve}
     * @param progress takes one line per thing that takes long
     * @throws ClusterException when Maven fails, with the end of what it said
     */
    public RuntimeClasspath withObjects(Path cache, Consumer<String> progress) {
        try {
            Path directory = Files.createDirectories(cache.resolve("classpath").toAbsolutePath());
            S3aLibraries libraries = S3aLibraries.of(spark);
            List<Path> jars =
                    libraries.beside(spark, resolved(directory, libraries.name(), libraries.dependencies(), progress));
            return new RuntimeClasspath(
                    versions, hadoop, jars, home(directory, versions.spark() + "-" + libraries.name(), jars));
        } catch (IOException e) {
            throw new ClusterException("the class path cache under " + cache + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** Jars as one class path argument. */
    static String joined(List<Path> jars) {
        return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
    }

    /** @param exclusions groups and artifacts, with a colon between them, that it does not bring */
    static String dependency(String group, String artifact, String version, String... exclusions) {
        StringBuilder text = new StringBuilder("<dependency><groupId>" + group + "</groupId><artifactId>" + artifact
                + "</artifactId><version>" + version + "</version><exclusions>");
        for (String exclusion : exclusions) {
            String[] names = exclusion.split(":", 2);
            text.append("<exclusion><groupId>" + names[0] + "</groupId><artifactId>" + names[1]
                    + "</artifactId></exclusion>");
        }
        return text.append("</exclusions></dependency>").toString();
    }

    private static List<Path> resolved(
            Path directory, String name, List<String> dependencies, Consumer<String> progress) throws IOException {
        Path list = directory.resolve(name + ".jars");
        if (Files.isRegularFile(list)) {
            List<Path> jars = Files.readAllLines(list).stream().map(Path::of).toList();
            if (!jars.isEmpty() && jars.stream().allMatch(Files::isReadable)) {
                return jars;
            }
        }
        progress.accept("resolving " + name + " with Maven (the first time it downloads 15 to 250 MB)");
        Path pom = Files.createDirectories(directory.resolve(name)).resolve("pom.xml");
        Files.writeString(
                pom,
                "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>"
                        + "<groupId>org.fairlead.testbed</groupId><artifactId>" + name
                        + "</artifactId><version>1</version><packaging>pom</packaging><dependencies>"
                        + String.join("", dependencies) + "</dependencies></project>\n");
        Path output = pom.resolveSibling("classpath.txt");
        Files.deleteIfExists(output);
        runMaven(name, pom, output, progress);
        List<Path> jars = Stream.of(Files.readString(output).strip().split(File.pathSeparator, -1))
                .map(Path::of)
                .toList();
        // Written aside and moved, so that a reader never sees half a list.
        Path fresh = Files.createTempFile(directory, name, ".tmp");
        Files.write(fresh, jars.stream().map(Path::toString).toList());
        Files.move(fresh, list, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return jars;
    }

    private static void runMaven(String name, Path pom, Path output, Consumer<String> progress) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "mvn",
                        "--batch-mode",
                        "--file",
                        pom.toString(),
                        PLUGIN + ":build-classpath",
                        "-Dmdep.outputFile=" + output)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        List<String> said = new ArrayList<>();
        int downloads = 0;
        int exit;
        Process maven;
        try {
            maven = builder.start();
        } catch (IOException e) {
            throw new ClusterException(
                    "Maven cannot be run (" + e.getMessage() + "); install it: apt-get install maven", e);
        }
        try (var lines = maven.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("Downloaded from")) {
                    downloads++;
                    if (downloads % 25 == 0) {
                        progress.accept("  " + downloads + " files downloaded for " + name);
                    }
                } else if (!line.contains("Downloading from")) {
                    said.add(line);
                }
            }
            exit = maven.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while Maven resolved " + name, e);
        } finally {
            maven.destroy();
        }
        if (exit != 0 || !Files.isRegularFile(output)) {
            List<String> errors =
                    said.stream().filter(line -> line.contains("ERROR")).toList();
            throw new ClusterException("Maven could not resolve " + name + " (exit " + exit
                    + "); the first run needs the network or a filled local repository. It said:\n  "
                    + String.join(
                            "\n  ",
                            (errors.isEmpty() ? said : errors)
                                    .stream().limit(SHOWN_LINES).toList()));
        }
    }

    /**
     * Spark's worker launches executors with {@code $SPARK_HOME/jars/*} as class path.
     *
     * @param name of the directory, behind what is alike for all
     */
    private static Path home(Path directory, String name, List<Path> jars) throws IOException {
        Path home = directory.resolve("spark-home-" + name);
        Path links = Files.createDirectories(home.resolve("jars"));
        for (Path jar : jars) {
            Path link = links.resolve(jar.getFileName());
            if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(jar)) {
                continue;
            }
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, jar);
        }
        try (Stream<Path> present = Files.list(links)) {
            List<Path> names = jars.stream().map(Path::getFileName).toList();
            for (Path link :
                    present.filter(path -> !names.contains(path.getFileName())).toList()) {
                Files.delete(link);
            }
        }
        return home;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a main class of a test's with another Hadoop than this build's, in a process of its own. */
public final class OtherHadoop {
    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>org.fairlead</groupId><artifactId>older-hadoop</artifactId><version>1</version>
              <dependencies>
                <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-common</artifactId><version>VERSION</version></dependency>
                <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-hdfs</artifactId><version>VERSION</version></dependency>
                <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-hdfs-client</artifactId><version>VERSION</version></dependency>
                <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-common</artifactId><version>VERSION</version><type>test-jar</type></dependency>
                <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-hdfs</artifactId><version>VERSION</version><type>test-jar</type></dependency>
              </dependencies>
            </project>
            """;
    private static final int LAST_LINES = 40;

    private OtherHadoop() {}

    /**
     * Runs it to its end.
     *
     * @param directory for files of its own
     * @return what it printed
     * @throws AssertionError with its last words if it does not end well within three minutes
     */
    public static String run(Path directory, String version, String mainClass)
            throws IOException, InterruptedException {
        // One Netty, this build's: the jars that are shipped have their own under another name, or are Spark's.
        List<String> entries = new ArrayList<>(hadoop(directory, version).stream()
                .filter(entry -> !entry.contains("netty"))
                .toList());
        // Everything of ours and of the test's, but nothing of this build's Hadoop.
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("org" + File.separator + "apache" + File.separator + "hadoop"))
                .forEach(entries::add);
        return run(
                directory,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        String.join(File.pathSeparator, entries),
                        mainClass));
    }

    private static List<String> hadoop(Path directory, String version) throws IOException, InterruptedException {
        Path pom = directory.resolve("pom.xml");
        Files.writeString(pom, POM.replace("VERSION", version));
        Path classPath = directory.resolve("class.path");
        run(
                directory,
                List.of(
                        "mvn",
                        "-q",
                        "-B",
                        "-f",
                        pom.toString(),
                        "dependency:build-classpath",
                        "-Dmdep.outputFile=" + classPath));
        return List.of(Files.readString(classPath).strip().split(File.pathSeparator));
    }

    private static String run(Path directory, List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(180, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        if (!ended || process.exitValue() != 0) {
            throw new AssertionError(command.get(0) + " failed:\n"
                    + text.lines()
                            .skip(Math.max(0, text.lines().count() - LAST_LINES))
                            .collect(Collectors.joining("\n")));
        }
        return text;
    }
}

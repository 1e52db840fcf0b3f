// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
@Tag("untimed")
class OlderHadoopTest {
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

    @TempDir
    Path directory;

    @Test
    void theSameClassesPlaceAndOrderOnHadoop343() throws Exception {
        // One Netty, this build's: the jar that is shipped has its own under another name.
        List<String> entries = new ArrayList<>(hadoop("3.4.3").stream()
                .filter(entry -> !entry.contains("netty"))
                .toList());
        // Everything of ours and of the test's, but nothing of this build's Hadoop.
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("org" + File.separator + "apache" + File.separator + "hadoop"))
                .forEach(entries::add);
        String output = run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(File.pathSeparator, entries),
                OlderHadoopProbe.class.getName()));
        assertThat(output).contains("ok 3.4.3");
    }

    private List<String> hadoop(String version) throws Exception {
        Path pom = directory.resolve("pom.xml");
        Files.writeString(pom, POM.replace("VERSION", version));
        Path classPath = directory.resolve("class.path");
        run(List.of(
                "mvn",
                "-q",
                "-B",
                "-f",
                pom.toString(),
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + classPath));
        return List.of(Files.readString(classPath).strip().split(File.pathSeparator));
    }

    private String run(List<String> command) throws IOException, InterruptedException {
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
        assertThat(ended && process.exitValue() == 0)
                .as(() -> command.get(0) + " failed:\n"
                        + text.lines()
                                .skip(Math.max(0, text.lines().count() - 40))
                                .collect(Collectors.joining("\n")))
                .isTrue();
        return text;
    }
}

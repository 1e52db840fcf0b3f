// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.fairlead.testbed.cluster.process.ClusterException;
import org.fairlead.testbed.cluster.process.JavaCommand;

/**
 * Archives of parsed classes (the JVM's dynamic AppCDS) for HDFS's processes: tens of JVMs that start at once
 * on two cores then map the same file instead of each parsing the same jars. Made once by a training run, kept in the cache
 * directory, keyed by Java and class path. Only an acceleration: whatever goes wrong, processes start without.
 */
final class ClassArchive {
    private static final int TRAINING_SECONDS = 120;

    private ClassArchive() {}

    /**
     * A run that loads what is to be archived.
     *
     * @param classpath the jars that every process has first on its class path, in this order
     */
    record Training(Class<?> main, List<Path> classpath) {}

    /**
     * The JVM options that use the archive, made now when absent; none when it cannot be made.
     *
     * @param name of the archive in the cache directory
     */
    static List<String> options(String name, Training training, Path directory, Consumer<String> progress) {
        try {
            Path archive = directory.resolve(name + "-" + key(training.classpath()) + ".jsa");
            Path failed = archive.resolveSibling(archive.getFileName() + ".failed");
            if (!Files.exists(archive) && !Files.exists(failed)) {
                progress.accept("making a class archive for " + name + " (once)");
                if (!make(training, archive)) {
                    Files.writeString(failed, "delete this file to try again\n");
                }
            }
            // auto: a JVM that cannot use the archive says nothing and goes on without.
            return Files.exists(archive)
                    ? List.of(
                            "-XX:SharedArchiveFile=" + archive,
                            "-Xshare:auto",
                            "-Xlog:cds=off",
                            "-Xlog:cds+dynamic=off")
                    : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean make(Training training, Path archive) throws IOException {
        Path scratch = Files.createTempDirectory(archive.getParent(), "training");
        Path fresh = scratch.resolve("archive.jsa");
        try {
            List<String> command = new JavaCommand()
                    .options(JavaCommand.SMALL)
                    .heap(512)
                    .options(List.of("-XX:ArchiveClassesAtExit=" + fresh))
                    .property("java.net.preferIPv4Stack", true)
                    .property("java.io.tmpdir", scratch)
                    .classpath(training.classpath())
                    .main(training.main().getName(), List.of(scratch.toString()));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(archive.resolveSibling(archive.getFileName() + ".log")
                            .toFile());
            Process process = builder.start();
            try {
                if (!process.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS)
                        || process.exitValue() != 0
                        || !Files.exists(fresh)) {
                    return false;
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while making a class archive", e);
        } finally {
            delete(scratch);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> below = Files.walk(directory)) {
            for (Path path : below.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** The JVM compares modification times of jars with those at dump time; so does the key. */
    private static String key(List<Path> classpath) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(System.getProperty("java.vm.version").getBytes(StandardCharsets.UTF_8));
            digest.update(JavaCommand.java().getBytes(StandardCharsets.UTF_8));
            for (Path jar : classpath) {
                String stamp = jar + " " + Files.getLastModifiedTime(jar).toMillis() + " " + Files.size(jar) + "\n";
                digest.update(stamp.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /**
     * A jar with what Hadoop's own jars lack: directories that it looks for, and the training run's class. A jar, because
     * a class archive accepts no directory on the class path.
     */
    static Path supportJar(Path jar, List<String> directories, Class<?> training) throws IOException {
        Path fresh = Files.createTempFile(Files.createDirectories(jar.getParent()), "support", ".tmp");
        try (OutputStream file = Files.newOutputStream(fresh);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String entry : directories) {
                put(out, entry, new byte[0]);
            }
            String entry = training.getName().replace('.', '/') + ".class";
            try (InputStream in = training.getResourceAsStream("/" + entry)) {
                put(out, entry, in.readAllBytes());
            }
        }
        // Kept when equal: the archive's key contains its modification time.
        if (Files.exists(jar) && Files.mismatch(jar, fresh) < 0) {
            Files.delete(fresh);
        } else {
            Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return jar;
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setTime(0);
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }
}

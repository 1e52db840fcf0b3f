// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.policy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Somebody else's jar: compiled from sources against core, with the providers that it names. */
final class ProviderJar {
    private static final String SERVICE = "META-INF/services/" + PolicyProvider.class.getName();

    private ProviderJar() {}

    /** Classes of core, as another class path would have them. */
    static URL core() {
        return PolicyRegistry.class.getProtectionDomain().getCodeSource().getLocation();
    }

    /**
     * @param sources by class name
     * @param providers what the jar names
     * @param lost classes that are compiled and are not in the jar
     */
    static URL of(Path directory, Map<String, String> sources, List<String> providers, List<String> lost) {
        try {
            Path classes = Files.createDirectories(directory.resolve("classes"));
            List<String> arguments = new ArrayList<>(List.of(
                    "-d", classes.toString(), "-cp", Path.of(core().toURI()).toString()));
            for (Map.Entry<String, String> source : sources.entrySet()) {
                Path file = directory.resolve(source.getKey().replace('.', '/') + ".java");
                Files.createDirectories(file.getParent());
                arguments.add(Files.writeString(file, source.getValue()).toString());
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            if (compiler.run(null, said, said, arguments.toArray(String[]::new)) != 0) {
                throw new AssertionError(said.toString(StandardCharsets.UTF_8));
            }
            for (String each : lost) {
                Files.delete(classes.resolve(each.replace('.', '/') + ".class"));
            }
            Path file = classes.resolve(SERVICE);
            Files.createDirectories(file.getParent());
            Files.write(file, providers);
            return jar(classes, directory.resolve("provider.jar")).toUri().toURL();
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
            }
        }
        return jar;
    }
}

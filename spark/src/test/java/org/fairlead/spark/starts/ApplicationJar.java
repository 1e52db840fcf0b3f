// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.starts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** An application as it is handed to Spark: a jar of one class. */
final class ApplicationJar {
    private ApplicationJar() {}

    static Path of(Class<?> main, Path directory) throws IOException {
        Path jar = directory.resolve("application.jar");
        String name = main.getName().replace('.', '/') + ".class";
        try (InputStream code = main.getClassLoader().getResourceAsStream(name);
                OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry(name));
            code.transferTo(out);
        }
        return jar;
    }
}

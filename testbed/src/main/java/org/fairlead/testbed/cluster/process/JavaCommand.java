// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line of a small JVM: many of them share two cores, so each gets the collector and compiler that cost the
 * least threads and memory.
 */
public final class JavaCommand {
    /** One collecting thread, the fast compiler only, small stacks and code cache. */
    public static final List<String> SMALL = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xss512k",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:-UsePerfData");

    private final List<String> options = new ArrayList<>();
    private final List<Path> classpath = new ArrayList<>();

    public JavaCommand heap(int mebibytes) {
        options.add("-Xmx" + mebibytes + "m");
        return this;
    }

    public JavaCommand options(List<String> more) {
        options.addAll(more);
        return this;
    }

    public JavaCommand property(String name, Object value) {
        options.add("-D" + name + "=" + value);
        return this;
    }

    public JavaCommand properties(Map<String, String> properties) {
        properties.forEach(this::property);
        return this;
    }

    public JavaCommand classpath(List<Path> entries) {
        classpath.addAll(entries);
        return this;
    }

    public JavaCommand classpath(Path entry) {
        classpath.add(entry);
        return this;
    }

    /** The whole command, with the Java that runs this process. */
    public List<String> main(String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(options);
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator, classpath.stream().map(Path::toString).toList()));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.util.List;
import java.util.stream.Stream;

/** JVM options that Spark needs on JDK 17 and later. */
final class SparkJvm {
    /**
     * What Spark's own launcher passes ({@code JavaModuleOptions} of Spark 4.2), less the incubating vector module, which
     * only linear algebra uses and which prints a warning.
     */
    static final List<String> MODULE_OPTIONS = Stream.of(
                    Stream.of("-XX:+IgnoreUnrecognizedVMOptions"),
                    Stream.of(
                                    "java.lang",
                                    "java.lang.invoke",
                                    "java.lang.reflect",
                                    "java.io",
                                    "java.net",
                                    "java.nio",
                                    "java.util",
                                    "java.util.concurrent",
                                    "java.util.concurrent.atomic",
                                    "jdk.internal.ref",
                                    "sun.nio.ch",
                                    "sun.nio.cs",
                                    "sun.security.action",
                                    "sun.util.calendar")
                            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED"),
                    Stream.of(
                            "--add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED",
                            "-Dio.netty.tryReflectionSetAccessible=true",
                            "-Dio.netty.allocator.type=pooled",
                            "-Dio.netty.handler.ssl.defaultEndpointVerificationAlgorithm=NONE",
                            "--sun-misc-unsafe-memory-access=allow",
                            "--enable-native-access=ALL-UNNAMED"))
            .flatMap(options -> options)
            .toList();

    private SparkJvm() {}
}

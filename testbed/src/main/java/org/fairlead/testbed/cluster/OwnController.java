// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.fairlead.testbed.cluster.process.Daemon;
import org.fairlead.testbed.cluster.process.JavaCommand;
import org.fairlead.testbed.telemetry.TelemetryFiles;

/**
 * A controller of the testbed's own, for contenders whose Spark configuration refers to it: {@code fairlead controller} on the NameNode's host, by the class path
 * of this process. That of a contender's HDFS is another one, inside the NameNode.
 */
public final class OwnController implements AutoCloseable {
    private static final int HEAP_MEBIBYTES = 64;
    private static final String MAIN = "org.fairlead.cli.Main";

    private final Daemon process;

    private OwnController(Daemon process) {
        this.process = process;
    }

    /** @param interval between two reports of agents */
    public static OwnController start(ClusterSite site, Duration interval, ControllerKind kind) {
        TelemetryFiles files = new TelemetryFiles(site.directory());
        List<Path> classpath = Arrays.stream(System.getProperty("java.class.path")
                        .split(Pattern.quote(System.getProperty("path.separator"))))
                .map(Path::of)
                .toList();
        List<String> arguments = new ArrayList<>(List.of(
                "controller",
                "--topology",
                files.topology().toString(),
                "--bind",
                site.ownController(kind).toString(),
                "--token-file",
                files.acceptedTokens().toString(),
                "--token-in-clear",
                "--interval",
                interval.toMillis() + "ms"));
        arguments.addAll(kind.options(files));
        List<String> command = new JavaCommand()
                .options(JavaCommand.SMALL)
                .heap(HEAP_MEBIBYTES)
                .property("fairlead.home", System.getProperty("fairlead.home", "."))
                .classpath(classpath)
                .main(MAIN, arguments);
        return new OwnController(Daemon.start(
                "controller-" + kind.label(),
                site.hosts().commandOn(site.layout().nameNode(), command),
                Map.of(),
                site.directory().resolve("controller-" + kind.label() + ".log")));
    }

    @Override
    public void close() {
        process.close();
    }
}

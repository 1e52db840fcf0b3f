// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.cluster;

import java.nio.file.Path;
import java.util.List;
import org.fairlead.testbed.cluster.process.JavaCommand;

/** How a process of ours starts that uses HDFS as a client, from outside every emulated host. */
public final class HdfsProcess {
    private HdfsProcess() {}

    /**
     * @param more class path entries after Hadoop's
     * @param main its main class
     */
    public static List<String> command(ClusterSite site, int heapMebibytes, List<Path> more, String main) {
        return command(site, heapMebibytes, more, main, List.of());
    }

    /** The same with arguments. */
    public static List<String> command(
            ClusterSite site, int heapMebibytes, List<Path> more, String main, List<String> arguments) {
        Path logging = site.write("clients/log4j.properties", HdfsConfiguration.logging());
        return new JavaCommand()
                .options(JavaCommand.SMALL)
                .heap(heapMebibytes)
                .options(site.engines().hadoopOptions())
                .options(HadoopJvm.options(site))
                .property("log4j.configuration", logging.toUri())
                .classpath(site.engines().hadoop())
                .classpath(more)
                .main(main, arguments);
    }
}

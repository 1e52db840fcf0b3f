// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.network.tcp;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.topology.Host;
import org.fairlead.testbed.network.Command;
import org.fairlead.testbed.network.Fabric;

/**
 * Multipath TCP between emulated hosts. Programs that know TCP alone are given its sockets by a library that {@code mptcpize} loads
 * into them. Hosts have one address each, so each announces further ports at it: the other end opens a subflow to each of these, and a
 * network that hashes ports may lead it over another path. Sockets of TCP do not notice.
 */
public final class MultipathTcp {
    /** Beside the connection's first. */
    private static final int MORE_SUBFLOWS = 3;
    /** Of the further ports; above those of Hadoop and Spark, below those that connections begin at. */
    private static final int FIRST_PORT = 31_900;

    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final String LIBRARY = "mptcpize/libmptcpwrap.so.0";

    private MultipathTcp() {}

    /** What is missing on this machine, with what installs it; empty where nothing is. */
    public static Optional<String> missing() {
        if (!Files.exists(Path.of("/proc/sys/net/mptcp/enabled"))) {
            return Optional.of("the kernel has no Multipath TCP (CONFIG_MPTCP)");
        }
        return library().isPresent()
                ? Optional.empty()
                : Optional.of("mptcpize is not installed; install it with: apt-get install mptcpize");
    }

    /**
     * What a process is started with so that its sockets are those of Multipath TCP.
     *
     * @throws IllegalStateException if something is {@link #missing}
     */
    public static Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                library()
                        .orElseThrow(() -> new IllegalStateException(missing().orElse("")))
                        .toString());
    }

    /** In the directory of libraries, or in that of the machine's kind below it. */
    private static Optional<Path> library() {
        List<Path> places = new ArrayList<>(List.of(LIBRARIES.resolve(LIBRARY), Path.of("/usr/lib64", LIBRARY)));
        try (DirectoryStream<Path> kinds = Files.newDirectoryStream(LIBRARIES, "*-linux-*")) {
            kinds.forEach(kind -> places.add(kind.resolve(LIBRARY)));
        } catch (IOException e) {
            // it is in none of them, then
        }
        return places.stream().filter(Files::isReadable).findFirst();
    }

    /** Has all hosts announce their further ports. */
    public static void install(Fabric fabric) throws IOException {
        for (Host host : fabric.topology().hosts()) {
            String commands = String.join("\n", commands(fabric.address(host.name())));
            Command.run(fabric.commandOn(host.name(), List.of("sh", "-ec", commands)));
        }
    }

    private static List<String> commands(String address) {
        List<String> commands = new ArrayList<>(
                List.of("ip mptcp limits set subflows " + MORE_SUBFLOWS + " add_addr_accepted " + MORE_SUBFLOWS));
        for (int i = 0; i < MORE_SUBFLOWS; i++) {
            commands.add("ip mptcp endpoint add " + address + " port " + (FIRST_PORT + i) + " signal");
        }
        return commands;
    }
}

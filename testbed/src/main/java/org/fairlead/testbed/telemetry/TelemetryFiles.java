// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.topology.Node;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Credentials;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.topology.TopologyFile;
import org.fairlead.protocol.trust.Identity;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.Role;
import org.fairlead.protocol.trust.TokenFile;

/**
 * Where the files stand that contenders refer to.
 *
 * @param directory the testbed's
 */
public record TelemetryFiles(Path directory) {
    /** On a network that is the testbed's alone: TLS would cost what is measured. */
    public static final InClear IN_CLEAR = new InClear(true, "the testbed's network");

    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");

    /** The network as a topology file. */
    public Path topology() {
        return directory.resolve("topology.yaml");
    }

    /** The tokens that controllers accept, each of one role; new in each testbed. */
    public Path acceptedTokens() {
        return directory.resolve("tokens");
    }

    /** What one host's agent shows. */
    public Path agentToken(String host) {
        return directory.resolve("agent-" + host + ".token");
    }

    /** What the switches show. */
    public Path exporterToken() {
        return directory.resolve("exporter.token");
    }

    /** What the NameNode shows when it follows another's controller. */
    public Path nameNodeToken() {
        return directory.resolve("namenode.token");
    }

    /** What Spark's drivers show. */
    public Path applicationToken() {
        return directory.resolve("application.token");
    }

    /** What a person shows. */
    public Path operatorToken() {
        return directory.resolve("operator.token");
    }

    /** The load that background traffic will put on each link; {@link TrafficForecast} is its form. */
    public Path forecast() {
        return directory.resolve("forecast.json");
    }

    /**
     * Writes the topology, and a token for each who shows one.
     *
     * @param nameNode the names and addresses of its host
     */
    public static TelemetryFiles write(Path directory, Topology topology, Set<String> nameNode) throws IOException {
        TelemetryFiles files = new TelemetryFiles(directory);
        Files.writeString(files.topology(), TopologyFile.text(topology));
        Map<Path, Identity> owners = new LinkedHashMap<>();
        topology.hosts()
                .forEach(host ->
                        owners.put(files.agentToken(host.name()), Identity.of(Role.AGENT, List.of(host.name()))));
        owners.put(
                files.exporterToken(),
                Identity.of(
                        Role.EXPORTER,
                        topology.switches().stream().map(Node::name).toList()));
        owners.put(files.nameNodeToken(), Identity.of(Role.NAMENODE, nameNode));
        owners.put(files.applicationToken(), Identity.of(Role.APPLICATION, List.of("spark")));
        owners.put(files.operatorToken(), Identity.of(Role.OPERATOR, List.of()));
        StringBuilder accepted = new StringBuilder();
        for (Map.Entry<Path, Identity> owner : owners.entrySet()) {
            String token = TokenFile.fresh();
            secret(owner.getKey(), owner.getValue() + " " + token + "\n");
            accepted.append(TokenFile.acceptedLine(owner.getValue(), token)).append('\n');
        }
        secret(files.acceptedTokens(), accepted.toString());
        files.announce(TrafficForecast.NOTHING);
        return files;
    }

    private static void secret(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
        Files.writeString(file, text);
    }

    /** What who has one of these files shows. */
    public static Credentials credentials(Path token) {
        return Credentials.of(Optional.of(token), Optional.empty(), IN_CLEAR, TimeSource.SYSTEM);
    }

    /** Replaces the forecast as a whole: who reads it never sees half of it. */
    public void announce(TrafficForecast forecast) {
        try {
            Path beside = directory.resolve("forecast.new");
            Files.write(beside, forecast.json().getBytes(StandardCharsets.UTF_8));
            Files.move(beside, forecast(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(forecast() + " cannot be written: " + e.getMessage(), e);
        }
    }
}

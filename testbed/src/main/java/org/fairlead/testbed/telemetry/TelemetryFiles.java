package org.fairlead.testbed.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.topology.TopologyFile;

/**
 * Where the files stand that contenders refer to.
 *
 * @param directory the testbed's
 */
public record TelemetryFiles(Path directory) {
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");
    private static final int TOKEN_BYTES = 24;

    /** The network as a topology file. */
    public Path topology() {
        return directory.resolve("topology.yaml");
    }

    /** What agents, switches and controllers show each other; new in each testbed. */
    public Path token() {
        return directory.resolve("token");
    }

    /** The load that neighbours will put on each link; {@link Forecast} is its form. */
    public Path forecast() {
        return directory.resolve("forecast.json");
    }

    /** Writes the topology and a token. */
    public static TelemetryFiles write(Path directory, Topology topology) throws IOException {
        TelemetryFiles files = new TelemetryFiles(directory);
        Files.writeString(files.topology(), TopologyFile.text(topology));
        byte[] token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        Files.createFile(files.token(), PosixFilePermissions.asFileAttribute(OWNER_ALONE));
        Files.writeString(files.token(), HexFormat.of().formatHex(token) + "\n");
        files.announce(Forecast.NOTHING);
        return files;
    }

    /** Replaces the forecast as a whole: who reads it never sees half of it. */
    public void announce(Forecast forecast) {
        try {
            Path beside = directory.resolve("forecast.new");
            Files.write(beside, forecast.json().getBytes(StandardCharsets.UTF_8));
            Files.move(beside, forecast(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(forecast() + " cannot be written: " + e.getMessage(), e);
        }
    }
}

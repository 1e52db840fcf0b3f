package org.fairlead.control;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.fairlead.control.report.HostAddresses;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.trust.TlsFiles;

/**
 * How a controller runs.
 *
 * @param topology what is watched; can be replaced while it runs
 * @param bind where it listens; anything but loopback needs a token file or TLS
 * @param tokenFile {@link org.fairlead.protocol.trust.TokenFile}
 * @param tls mutual TLS
 * @param interval between an agent's reports; staleness is counted in it
 * @param trustAddresses takes reports from any address for any host: for trials on one machine
 * @param addresses from which an agent of a host may speak
 */
public record ControllerSettings(
        Topology topology,
        InetSocketAddress bind,
        Optional<Path> tokenFile,
        Optional<TlsFiles> tls,
        Duration interval,
        boolean trustAddresses,
        HostAddresses addresses) {
    public static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    public static final Duration LONGEST_INTERVAL = Duration.ofSeconds(60);

    public ControllerSettings {
        if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw new IllegalArgumentException(
                    "an interval of " + interval.toMillis() + " ms is not from 100 ms to 60 s");
        }
    }

    /** Loopback, port 7433, a report each second. */
    public static ControllerSettings of(Topology topology) {
        return new ControllerSettings(
                topology,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Endpoint.STANDARD_PORT),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(1),
                false,
                HostAddresses.NAME_SERVICE);
    }

    public ControllerSettings bind(InetSocketAddress address) {
        return new ControllerSettings(topology, address, tokenFile, tls, interval, trustAddresses, addresses);
    }

    public ControllerSettings tokenFile(Path file) {
        return new ControllerSettings(topology, bind, Optional.of(file), tls, interval, trustAddresses, addresses);
    }

    public ControllerSettings tls(TlsFiles files) {
        return new ControllerSettings(
                topology, bind, tokenFile, Optional.of(files), interval, trustAddresses, addresses);
    }

    public ControllerSettings interval(Duration time) {
        return new ControllerSettings(topology, bind, tokenFile, tls, time, trustAddresses, addresses);
    }

    public ControllerSettings trustAddresses(boolean any) {
        return new ControllerSettings(topology, bind, tokenFile, tls, interval, any, addresses);
    }

    public ControllerSettings addresses(HostAddresses source) {
        return new ControllerSettings(topology, bind, tokenFile, tls, interval, trustAddresses, source);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.fairlead.control.http.ClientCertificates;
import org.fairlead.control.path.PathSettings;
import org.fairlead.control.rate.RateOptions;
import org.fairlead.control.report.HostAddresses;
import org.fairlead.control.report.ReservationQuota;
import org.fairlead.core.prefetch.admission.RateAdmissions;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.client.Endpoint;
import org.fairlead.protocol.trust.InClear;
import org.fairlead.protocol.trust.TlsFiles;

/**
 * How a controller runs.
 *
 * @param topology what is watched; can be replaced while it runs
 * @param bind where it listens; anything but loopback needs a token file or TLS
 * @param tokenFile the tokens that are accepted ({@link org.fairlead.protocol.trust.TokenFile}); read again when it changes
 * @param tls where an authority is believed, clients may show a certificate; without tokens, they have to
 * @param inClear whether tokens may come without TLS from other machines
 * @param quota of what each token or certificate may reserve
 * @param interval between an agent's reports; staleness is counted in it
 * @param paths whether and how paths are planned
 * @param admission who admits what applications fetch ahead, a name of {@link RateAdmissions}
 * @param rates what may be guaranteed on hosts and switches to what they admit
 * @param trustAddresses takes reports from any address for any host: for trials on one machine
 * @param addresses from which an agent of a host may speak
 */
public record ControllerSettings(
        Topology topology,
        InetSocketAddress bind,
        Optional<Path> tokenFile,
        Optional<TlsFiles> tls,
        InClear inClear,
        ReservationQuota quota,
        Duration interval,
        PathSettings paths,
        String admission,
        RateOptions rates,
        boolean trustAddresses,
        HostAddresses addresses) {
    public static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    public static final Duration LONGEST_INTERVAL = Duration.ofSeconds(60);

    public ControllerSettings {
        if (interval.compareTo(SHORTEST_INTERVAL) < 0 || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw new IllegalArgumentException(
                    "an interval of " + interval.toMillis() + " ms is not from 100 ms to 60 s");
        }
        if (!RateAdmissions.names().contains(admission)) {
            throw new IllegalArgumentException(
                    "no rate admission '" + admission + "'; accepted: " + String.join(", ", RateAdmissions.names()));
        }
    }

    /** Loopback, port 7433, a report each second. */
    public static ControllerSettings of(Topology topology) {
        return new ControllerSettings(
                topology,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Endpoint.STANDARD_PORT),
                Optional.empty(),
                Optional.empty(),
                InClear.NO,
                ReservationQuota.STANDARD,
                Duration.ofSeconds(1),
                PathSettings.OFF,
                RateAdmissions.OWN,
                RateOptions.OFF,
                false,
                HostAddresses.NAME_SERVICE);
    }

    /** Without tokens there is nothing but a certificate by which to know anybody. */
    public ClientCertificates clientCertificates() {
        if (tls.isEmpty() || tls.get().trusted().isEmpty()) {
            return ClientCertificates.NONE;
        }
        return tokenFile.isEmpty() ? ClientCertificates.NEEDED : ClientCertificates.WANTED;
    }

    public ControllerSettings bind(InetSocketAddress address) {
        return changed(builder -> builder.bind = address);
    }

    public ControllerSettings tokenFile(Path file) {
        return changed(builder -> builder.tokenFile = Optional.of(file));
    }

    public ControllerSettings tls(TlsFiles files) {
        return changed(builder -> builder.tls = Optional.of(files));
    }

    public ControllerSettings inClear(InClear option) {
        return changed(builder -> builder.inClear = option);
    }

    public ControllerSettings quota(ReservationQuota ofEach) {
        return changed(builder -> builder.quota = ofEach);
    }

    public ControllerSettings interval(Duration time) {
        return changed(builder -> builder.interval = time);
    }

    public ControllerSettings paths(PathSettings planned) {
        return changed(builder -> builder.paths = planned);
    }

    public ControllerSettings admission(String name) {
        return changed(builder -> builder.admission = name);
    }

    public ControllerSettings rates(RateOptions granted) {
        return changed(builder -> builder.rates = granted);
    }

    public ControllerSettings trustAddresses(boolean any) {
        return changed(builder -> builder.trustAddresses = any);
    }

    public ControllerSettings addresses(HostAddresses source) {
        return changed(builder -> builder.addresses = source);
    }

    private ControllerSettings changed(Consumer<Builder> change) {
        Builder builder = new Builder(this);
        change.accept(builder);
        return builder.build();
    }

    /** Its components, to be changed before a copy is made. */
    private static final class Builder {
        private final Topology topology;
        private InetSocketAddress bind;
        private Optional<Path> tokenFile;
        private Optional<TlsFiles> tls;
        private InClear inClear;
        private ReservationQuota quota;
        private Duration interval;
        private PathSettings paths;
        private String admission;
        private RateOptions rates;
        private boolean trustAddresses;
        private HostAddresses addresses;

        private Builder(ControllerSettings of) {
            topology = of.topology;
            bind = of.bind;
            tokenFile = of.tokenFile;
            tls = of.tls;
            inClear = of.inClear;
            quota = of.quota;
            interval = of.interval;
            paths = of.paths;
            admission = of.admission;
            rates = of.rates;
            trustAddresses = of.trustAddresses;
            addresses = of.addresses;
        }

        private ControllerSettings build() {
            return new ControllerSettings(
                    topology,
                    bind,
                    tokenFile,
                    tls,
                    inClear,
                    quota,
                    interval,
                    paths,
                    admission,
                    rates,
                    trustAddresses,
                    addresses);
        }
    }
}

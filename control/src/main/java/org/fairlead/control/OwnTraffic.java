// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.fairlead.control.report.Reports;
import org.fairlead.control.view.Views;
import org.fairlead.core.view.ClusterView;
import org.fairlead.protocol.message.OwnMessage;

/** Separates Fairlead's own traffic from background traffic, as far as applications or whoever embeds the controller report theirs. */
final class OwnTraffic {
    private final Reports reports;
    private final Views views;
    private volatile Function<ClusterView, Optional<double[]>> storage = view -> Optional.empty();

    OwnTraffic(Reports reports, Views views) {
        this.reports = reports;
        this.views = views;
    }

    /** @param source {@link Controller#ownLoads} */
    void storage(Function<ClusterView, Optional<double[]>> source) {
        storage = source;
    }

    /** By link, the most of its latest rate that is ours as far as is known, bytes per second; empty when nobody reports it. */
    Optional<double[]> most(ClusterView view) {
        Optional<double[]> ofStorage = storage.apply(view);
        Optional<double[]> claimed = reports.claimed(view.topology());
        if (ofStorage.isEmpty() && claimed.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(IntStream.range(0, view.topology().links().size())
                .mapToDouble(link -> Math.min(view.latest(link), at(ofStorage, link) + at(claimed, link)))
                .toArray());
    }

    OwnMessage message(String controller, long epoch) {
        ClusterView view = views.view();
        Optional<double[]> ofStorage = storage.apply(view);
        Optional<double[]> claimed = reports.claimed(view.topology());
        int[] links = IntStream.range(0, view.topology().links().size())
                .filter(link -> at(ofStorage, link) > 0 || at(claimed, link) > 0)
                .toArray();
        return new OwnMessage(
                controller,
                epoch,
                views.topology().id(),
                ofStorage.isPresent(),
                reports.applicationList(),
                new OwnMessage.Links(links, measured(view, links, ofStorage), measured(view, links, claimed)));
    }

    private static long[] measured(ClusterView view, int[] links, Optional<double[]> rates) {
        return IntStream.of(links)
                .mapToLong(link -> Math.round(Math.min(view.latest(link), at(rates, link))))
                .toArray();
    }

    private static double at(Optional<double[]> rates, int link) {
        return rates.isPresent() ? rates.get()[link] : 0;
    }
}

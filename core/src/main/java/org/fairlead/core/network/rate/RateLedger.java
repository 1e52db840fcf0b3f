// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.network.rate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathResolver;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;

/**
 * Allots guaranteed rates to host pairs and classes, and knows what links have left of what was granted. Of one thread.
 *
 * <p><b>Goals.</b> A rate that is allotted holds on every link that the unit's packets may cross. What is left is everybody's.
 *
 * <p><b>Constraints.</b> On each link guarantees add up to the granted share at most, those of one application to its quota. A unit has a queue of its own on each link, and a packet says which by its codepoint;
 * there are few. Every allotment ends by itself. Who holds one keeps it until it ends: nobody is displaced.
 *
 * <p><b>Algorithm.</b> The links are those of the {@link PathResolver}, each with the whole rate: where a hash in the switches chooses among equal paths, the guarantee stands on all of them. A wish that fits on all of its links gets the
 * lowest granted codepoint that is free on each of them, so that units far apart share one. A wish of a unit that has a rate is a new rate with the same codepoint, if that is still free on the links; one that is refused leaves
 * the former rate as it is, until that ends. Which flows are worth a rate, and who gives way, is decided by who asks.
 *
 * <p><b>Example.</b> Half of a link of 100 Mbit/s is granted. Two units are allotted 30 and 20, with codepoints 16 and 17. A third one gets nothing there, and codepoint 16 elsewhere. When the second is abandoned,
 * the first can be raised to 50.
 *
 * <p><b>Source.</b> The interface: FlexFetch, Table I (Allot, Abandon, GetPath, GetCapacity, GetFlow), and that queues are used again at another rate (section IV-A). Shares, quotas, codepoints and ends are ours.
 */
public final class RateLedger {
    private static final double ROUNDING = 1e-9;

    private final PathResolver paths;
    private final RateGrant grant;
    private final Map<FlowUnit, RateAllotment> allotted = new LinkedHashMap<>();
    /** By link and codepoint. */
    private final Map<Integer, Map<Integer, RateAllotment>> queues = new HashMap<>();

    /** None ends before that. */
    private long firstEndNanos = Long.MAX_VALUE;

    private long epoch;

    /** @param paths by which links packets with one of the granted codepoints may go */
    public RateLedger(PathResolver paths, RateGrant grant) {
        this.paths = paths;
        this.grant = grant;
    }

    /**
     * Guarantees a unit a rate, changes it, or has it last longer.
     *
     * @param application who asks; nobody else can change or abandon it
     * @param bytesPerSecond on the wire
     * @param untilNanos when it ends unless it is asked for again
     */
    public RateAnswer allot(String application, FlowUnit unit, double bytesPerSecond, long untilNanos, long nowNanos) {
        endBy(nowNanos);
        Optional<String> against = reasonAgainst(application, unit, bytesPerSecond);
        if (against.isPresent()) {
            return RateAnswer.refused(name(unit) + ": " + against.get());
        }
        List<Link> links = path(unit);
        for (Link link : links) {
            double left = left(link, unit);
            double quota = quota(link, unit, application);
            if (bytesPerSecond > Math.min(left, quota) * (1 + ROUNDING)) {
                return RateAnswer.refused(name(unit) + ": "
                        + (left <= quota ? "link " : "of its quota on link ") + link.name()
                        + " has %.1f Mbit/s left, not %.1f"
                                .formatted(Math.max(0, Math.min(left, quota)) * 8 / 1e6, bytesPerSecond * 8 / 1e6));
            }
        }
        OptionalInt codepoint = codepoint(unit, links);
        if (codepoint.isEmpty()) {
            return RateAnswer.refused(name(unit) + ": all of the "
                    + grant.codepoints().numbers().size() + " granted codepoints are taken on its links");
        }
        remove(unit);
        RateAllotment allotment =
                new RateAllotment(unit, application, codepoint.getAsInt(), bytesPerSecond, links, untilNanos);
        allotted.put(unit, allotment);
        firstEndNanos = Math.min(firstEndNanos, untilNanos);
        links.forEach(link ->
                queues.computeIfAbsent(link.index(), none -> new TreeMap<>()).put(allotment.codepoint(), allotment));
        return RateAnswer.of(allotment);
    }

    /** What others' guarantees leave of a link to a unit. */
    private double left(Link link, FlowUnit unit) {
        return grant.linkShare() * link.bytesPerSecond()
                - sum(link, each -> !each.unit().equals(unit));
    }

    /** What an application's other guarantees leave of its quota of a link. */
    private double quota(Link link, FlowUnit unit, String application) {
        return grant.applicationShare() * link.bytesPerSecond()
                - sum(
                        link,
                        each -> !each.unit().equals(unit) && each.application().equals(application));
    }

    /** The most that links and an application's quota have for a unit, in bytes per second on the wire: what the unit has is among it. 0 where nothing crosses the network. */
    public double most(String application, FlowUnit unit, long nowNanos) {
        endBy(nowNanos);
        return path(unit).stream()
                .mapToDouble(link -> Math.max(0, Math.min(left(link, unit), quota(link, unit, application))))
                .min()
                .orElse(0);
    }

    /** What an application could have for a unit if nobody had anything, in bytes per second on the wire; 0 where nothing crosses the network. */
    public double granted(FlowUnit unit) {
        return path(unit).stream()
                .mapToDouble(link -> grant.applicationShare() * link.bytesPerSecond())
                .min()
                .orElse(0);
    }

    private Optional<String> reasonAgainst(String application, FlowUnit unit, double bytesPerSecond) {
        Optional<String> against = grant.reasonAgainst(unit, bytesPerSecond);
        if (against.isPresent()) {
            return against;
        }
        if (unit.source() == unit.destination()) {
            return Optional.of("nothing crosses the network");
        }
        RateAllotment before = allotted.get(unit);
        if (before != null && !before.application().equals(application)) {
            return Optional.of("another application has a rate for it");
        }
        Topology topology = paths.topology();
        boolean reached = topology.nodes().get(unit.destination()) instanceof Host to
                && !topology.nextHops(topology.nodes().get(unit.source()), to).isEmpty();
        return reached ? Optional.empty() : Optional.of("no path leads there");
    }

    /** The one it has, if it can stay, else the lowest that is free on all links. */
    private OptionalInt codepoint(FlowUnit unit, List<Link> links) {
        RateAllotment before = allotted.get(unit);
        if (before != null && isFree(before.codepoint(), unit, links)) {
            return OptionalInt.of(before.codepoint());
        }
        return grant.codepoints().numbers().stream()
                .mapToInt(Integer::intValue)
                .filter(number -> isFree(number, unit, links))
                .findFirst();
    }

    private boolean isFree(int codepoint, FlowUnit unit, List<Link> links) {
        return links.stream().allMatch(link -> {
            RateAllotment other = queues(link).get(codepoint);
            return other == null || other.unit().equals(unit);
        });
    }

    private Map<Integer, RateAllotment> queues(Link link) {
        return queues.getOrDefault(link.index(), Map.of());
    }

    private double sum(Link link, Predicate<RateAllotment> counted) {
        return queues(link).values().stream()
                .filter(counted)
                .mapToDouble(RateAllotment::bytesPerSecond)
                .sum();
    }

    /** Gives a unit's rate back. @return whether the application had one for it */
    public boolean abandon(String application, FlowUnit unit) {
        RateAllotment held = allotted.get(unit);
        if (held == null || !held.application().equals(application)) {
            return false;
        }
        remove(unit);
        return true;
    }

    private void remove(FlowUnit unit) {
        RateAllotment held = allotted.remove(unit);
        if (held != null) {
            held.links().forEach(link -> queues.get(link.index()).remove(held.codepoint()));
        }
    }

    private void endBy(long nowNanos) {
        if (nowNanos < firstEndNanos) {
            return;
        }
        List<FlowUnit> ended = new ArrayList<>();
        allotted.forEach((unit, each) -> {
            if (nowNanos >= each.untilNanos()) {
                ended.add(unit);
            }
        });
        ended.forEach(this::remove);
        firstEndNanos = allotted.values().stream()
                .mapToLong(RateAllotment::untilNanos)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The links that a unit's packets may cross; none between a host and itself. */
    public List<Link> path(FlowUnit unit) {
        return links(paths, unit);
    }

    /** The links that a unit's packets may cross, by a resolver's word; none between a host and itself. */
    public static List<Link> links(PathResolver paths, FlowUnit unit) {
        Topology topology = paths.topology();
        TreeMap<Integer, Link> links = new TreeMap<>();
        paths.resolve(
                unit.source(),
                unit.destination(),
                unit.trafficClass(),
                (link, share) -> links.put(link, topology.links().get(link)));
        return List.copyOf(links.values());
    }

    /** What can still be guaranteed on a link, in bytes per second. */
    public double capacity(Link link, long nowNanos) {
        endBy(nowNanos);
        return Math.max(0, grant.linkShare() * link.bytesPerSecond() - sum(link, each -> true));
    }

    /** What has a rate on a link, by codepoint. */
    public List<RateAllotment> flows(Link link, long nowNanos) {
        endBy(nowNanos);
        return List.copyOf(queues(link).values());
    }

    /** All that is allotted now, in the order in which it came. */
    public List<RateAllotment> allotted(long nowNanos) {
        endBy(nowNanos);
        return List.copyOf(allotted.values());
    }

    /** What a unit has now. */
    public Optional<RateAllotment> allotted(FlowUnit unit, long nowNanos) {
        endBy(nowNanos);
        return Optional.ofNullable(allotted.get(unit));
    }

    /** All that is allotted now, for those who carry it out. */
    public RatePlan plan(long validUntilNanos, long nowNanos) {
        return new RatePlan(++epoch, validUntilNanos, allotted(nowNanos));
    }

    private String name(FlowUnit unit) {
        return unit.trafficClass().label() + " from " + host(unit.source()) + " to " + host(unit.destination());
    }

    private String host(int index) {
        Topology topology = paths.topology();
        return index >= 0 && index < topology.nodes().size()
                ? topology.nodes().get(index).name()
                : "host " + index;
    }
}

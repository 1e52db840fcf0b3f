// SPDX-License-Identifier: Apache-2.0
package org.fairlead.control.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.core.network.FlowRequest;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathPlan;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.path.PathReason;
import org.fairlead.core.network.path.PathReasons;
import org.fairlead.core.topology.EqualCostRoutes;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Path;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.message.PathExplanation;
import org.fairlead.protocol.plugin.Mode;

/**
 * Says why what goes from one host to another takes the path that it takes.
 *
 * @param enforced whether hosts send by the plan
 * @param killed whether the kill switch is on
 * @param requested by application
 */
record PathExplainer(
        String controller,
        PathSettings settings,
        Topology topology,
        PathPlan plan,
        boolean enforced,
        boolean killed,
        Followers followers,
        Optional<PathReasons> reasons,
        Map<String, List<FlowRequest>> requested,
        long nowNanos) {
    /** Applications named of a class. */
    private static final int MOST_REQUESTS = 16;

    PathExplanation explain(Host from, Host to) {
        EqualCostRoutes paths = topology.routes().inner(from.index(), to.index());
        boolean followed = Arrays.stream(TrafficClass.values()).anyMatch(each -> followers.steers(from.index(), each));
        boolean drawn = settings.pairs().has(from.index(), to.index());
        List<PathExplanation.OfClass> classes = new ArrayList<>();
        for (TrafficClass trafficClass : TrafficClass.values()) {
            ofClass(new FlowUnit(from.index(), to.index(), trafficClass)).ifPresent(classes::add);
        }
        return new PathExplanation(
                controller,
                from.name(),
                to.name(),
                settings.mode().label(),
                settings.planner(),
                enforced,
                followed,
                drawn,
                reason(from, to, paths.count(), followed, drawn),
                ways(from, to, paths),
                classes);
    }

    private String reason(Host from, Host to, int paths, boolean followed, boolean drawn) {
        if (settings.mode() == Mode.OFF) {
            return "the network decides: paths are off (--paths, fairlead.path.mode)";
        }
        if (paths < 2) {
            return paths == 0 ? "there is no path" : "there is but one path";
        }
        if (settings.mode() == Mode.OBSERVE) {
            return "the network decides: paths are only observed";
        }
        if (killed) {
            return "the network decides: the kill switch is on";
        }
        if (!followed) {
            return "the network decides: no agent on " + from.name() + " has asked for its paths in the last "
                    + PathFollowers.LATELY_NANOS / 1_000_000_000 + " s (fairlead agent --paths)";
        }
        if (!drawn) {
            return "the network decides: the canary did not draw what " + from.name() + " sends to " + to.name();
        }
        return "'" + settings.planner() + "' plans what is requested; the network decides of all else";
    }

    private List<PathExplanation.Way> ways(Host from, Host to, EqualCostRoutes paths) {
        List<PathExplanation.Way> ways = new ArrayList<>();
        for (Path path : topology.paths(from, to).stream().limit(paths.count()).toList()) {
            List<String> nodes = new ArrayList<>();
            nodes.add(from.name());
            path.links().forEach(link -> nodes.add(link.to().name()));
            ways.add(new PathExplanation.Way(ways.size(), nodes));
        }
        return ways;
    }

    private Optional<PathExplanation.OfClass> ofClass(FlowUnit unit) {
        Optional<PathPlan.Held> held = plan.held(unit, nowNanos);
        Optional<PathReason> last = reasons.flatMap(kept -> kept.of(unit));
        List<PathExplanation.Request> requests = requests(unit);
        if (held.isEmpty() && last.isEmpty() && requests.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new PathExplanation.OfClass(
                unit.trafficClass().label(),
                held.map(now -> now.path().number()).orElse(-1),
                held.isPresent() ? reason(held.get(), last) : reasonOfNone(unit, requests),
                held.map(now -> Math.max(0, nowNanos - now.movedAtNanos()) / 1_000_000)
                        .orElse(-1L),
                held.isPresent() ? Math.max(0, plan.validUntilNanos() - nowNanos) / 1_000_000 : 0,
                held.map(now -> Math.round(now.bytesPerSecond())).orElse(0L),
                requests,
                last.map(this::decision).orElse(null)));
    }

    private String reasonOfNone(FlowUnit unit, List<PathExplanation.Request> requests) {
        if (!settings.classes().contains(unit.trafficClass())) {
            return "the network decides: " + unit.trafficClass().label() + " is not planned";
        }
        if (settings.mode() != Mode.OBSERVE && !followers.steers(unit.source(), unit.trafficClass())) {
            return "the network decides: no agent there carries out "
                    + unit.trafficClass().label();
        }
        return requests.isEmpty()
                ? "the network decides: nothing is requested any more"
                : "the network decides: nothing is planned of it, or no path is known to be up";
    }

    private String reason(PathPlan.Held held, Optional<PathReason> last) {
        String whose = enforced ? "held" : "planned, and nobody sends by it";
        if (last.isEmpty() || !last.get().path().equals(held.path())) {
            return whose + "; why is forgotten";
        }
        List<PathReason.Estimate> estimates = last.get().estimates();
        int taken = held.path().number();
        int next = -1;
        for (int path = 0; path < estimates.size(); path++) {
            boolean better = next < 0
                    || estimates.get(path).bytesPerSecond()
                            > estimates.get(next).bytesPerSecond();
            next = path != taken && better ? path : next;
        }
        String expected = taken >= estimates.size() || next < 0
                ? ""
                : ": %s was expected there, %s on the next best (path %d)"
                        .formatted(rate(estimates.get(taken)), rate(estimates.get(next)), next);
        List<String> proposers = last.get().requesters().stream()
                .filter(one -> one.proposed().equals(held.path()))
                .map(PathReason.Requester::application)
                .toList();
        return whose + expected + (proposers.isEmpty() ? "" : "; proposed by " + String.join(", ", proposers));
    }

    private static String rate(PathReason.Estimate estimate) {
        return Double.isInfinite(estimate.bytesPerSecond())
                ? "any rate"
                : Quantities.rateText(estimate.bytesPerSecond());
    }

    private PathExplanation.Decision decision(PathReason reason) {
        List<PathExplanation.Estimate> estimates = new ArrayList<>();
        for (int path = 0; path < reason.estimates().size(); path++) {
            PathReason.Estimate each = reason.estimates().get(path);
            estimates.add(new PathExplanation.Estimate(
                    path,
                    known(each.bytesPerSecond()),
                    known(each.leftBytesPerSecond()),
                    each.others(),
                    each.link() < 0 ? "" : topology.links().get(each.link()).name()));
        }
        return new PathExplanation.Decision(
                Math.max(0, nowNanos - reason.atNanos()) / 1_000_000,
                reason.path().number(),
                reason.before().number(),
                reason.requesters().stream()
                        .map(one -> new PathExplanation.Request(
                                one.application(), one.bytes(), one.proposed().number()))
                        .toList(),
                estimates);
    }

    private static long known(double bytesPerSecond) {
        return Double.isInfinite(bytesPerSecond) ? -1 : Math.round(bytesPerSecond);
    }

    private List<PathExplanation.Request> requests(FlowUnit unit) {
        List<PathExplanation.Request> requests = new ArrayList<>();
        requested.forEach((application, flows) -> flows.stream()
                .filter(flow -> flow.source() == unit.source()
                        && flow.destination() == unit.destination()
                        && flow.trafficClass() == unit.trafficClass())
                .limit(Math.max(0, MOST_REQUESTS - requests.size()))
                .forEach(flow -> requests.add(new PathExplanation.Request(
                        application, flow.bytes(), flow.path().number()))));
        return requests;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.forwarding.ForwardingPlan;
import org.fairlead.core.network.forwarding.Pin;
import org.fairlead.core.network.forwarding.PinSteps;
import org.fairlead.core.topology.Switch;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.DriverException;
import org.fairlead.network.LinkCounting;
import org.fairlead.network.NetworkDriver;
import org.fairlead.protocol.message.SwitchCounters;
import org.fairlead.protocol.plugin.RareLog;
import org.fairlead.protocol.time.TimeSource;
import org.fairlead.protocol.yaml.YamlNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the switches of a network forward over all equal-cost paths, and pins to one of them what a plan names, for all hosts. It waits for switches to connect; one that does not, or that follows a later controller, has no pins, and the
 * paths that need it are left to the network.
 *
 * <p>A pin is an entry with a hard timeout. What a switch forgets or loses with its connection counts as released; the next renewal finds it missing, and the plan gives it anew.
 */
final class OpenFlowDriver implements NetworkDriver, LinkCounting {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFlowDriver.class);
    private static final int MOST_ENTRIES = 100_000;

    /**
     * A path that stands until {@code untilNanos} unless it is renewed.
     *
     * @param by the switches that hold its pins
     */
    private record Kept(PathChoice path, List<Pin> pins, long untilNanos, Set<Mastery> by) {}

    private final ForwardingPlan plan;
    private final OpenFlowGrant grant;
    private final List<SwitchTables> tables;
    private final SwitchServer server;
    private final PortCounters counters;
    private final boolean takesOver;
    private final TimeSource time;
    private final RareLog log = new RareLog(LOG);
    private volatile Map<FlowUnit, Kept> kept = Map.of();

    // of the driver's thread
    private final Map<Switch, Mastery> masteries = new HashMap<>();
    private long generation;
    private boolean closed;

    private OpenFlowDriver(
            ForwardingPlan plan,
            OpenFlowSettings settings,
            List<SwitchTables> tables,
            SwitchServer server,
            TimeSource time) {
        this.plan = plan;
        this.tables = tables;
        this.server = server;
        this.time = time;
        grant = settings.grant();
        takesOver = settings.takesOver();
        counters = new PortCounters(
                plan.topology(), tables.stream().map(SwitchTables::self).toList(), server::connection);
    }

    /**
     * Begins to wait for switches.
     *
     * @throws DriverException if it cannot listen where it is told to
     * @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key
     */
    static OpenFlowDriver open(YamlNode settings, Topology topology, TimeSource time) throws DriverException {
        OpenFlowSettings read = OpenFlowSettings.from(settings, topology);
        ForwardingPlan plan = new ForwardingPlan(topology);
        List<SwitchTables> tables = new ArrayList<>();
        try {
            read.switches().values().forEach(self -> tables.add(new SwitchTables(plan, self, read.grant())));
        } catch (IllegalArgumentException e) {
            throw settings.required("switches").invalid(e.getMessage());
        }
        SwitchServer server = new SwitchServer(read.listen(), read.tls(), read.switches(), time);
        LOG.info("waits for {} switches at {}", tables.size(), server.address());
        return new OpenFlowDriver(plan, read, List.copyOf(tables), server, time);
    }

    InetSocketAddress address() {
        return server.address();
    }

    /** Switches that are connected. */
    int connected() {
        return (int) tables.stream()
                .filter(each -> server.connection(each.self()).isPresent())
                .count();
    }

    /** Of the driver's thread. */
    boolean isMasterOf(Switch at) {
        return masteries.containsKey(at) && masteries.get(at).holds();
    }

    @Override
    public Set<TrafficClass> classes() {
        return grant.ports().keySet();
    }

    @Override
    public boolean keeps(FlowUnit unit) {
        return grant.refusal(unit, plan.topology().nodes()).isEmpty();
    }

    @Override
    public List<PathChoice> named(FlowUnit unit, PathChoice path) {
        try {
            pins(unit, path);
            return List.of(path);
        } catch (IllegalArgumentException e) {
            return List.of();
        }
    }

    @Override
    public boolean movesLiveFlows() {
        return true;
    }

    @Override
    public Duration lifetime() {
        return grant.lifetime();
    }

    @Override
    public Map<FlowUnit, PathChoice> held() {
        Map<FlowUnit, PathChoice> held = new LinkedHashMap<>();
        standing().forEach((unit, each) -> held.put(unit, each.path()));
        return held;
    }

    private Map<FlowUnit, Kept> standing() {
        long now = time.nanoTime();
        Map<FlowUnit, Kept> standing = new LinkedHashMap<>(kept);
        standing.values()
                .removeIf(each ->
                        now - each.untilNanos() >= 0 || !each.by().stream().allMatch(Mastery::holds));
        return standing;
    }

    /** Generations never fall: a switch would refuse the lower one. */
    @Override
    public void follow(long epoch) {
        generation = Math.max(generation, epoch);
    }

    @Override
    public Map<FlowUnit, String> apply(PathChanges changes) throws DriverException {
        open();
        Map<FlowUnit, Kept> after = standing();
        Map<FlowUnit, String> refused = new LinkedHashMap<>();
        Map<FlowUnit, List<Pin>> before = new LinkedHashMap<>();
        Map<FlowUnit, List<Pin>> wanted = new LinkedHashMap<>();
        for (Collection<FlowUnit> units :
                List.of(changes.released(), changes.given().keySet())) {
            for (FlowUnit unit : units) {
                Kept old = after.get(unit);
                before.put(unit, old == null ? List.of() : old.pins());
            }
        }
        Map<FlowUnit, Kept> old = new HashMap<>(after);
        after.keySet().removeAll(before.keySet());
        int entries = after.entrySet().stream()
                .mapToInt(each -> entries(each.getKey(), each.getValue().pins()))
                .sum();
        for (Map.Entry<FlowUnit, PathChoice> given : changes.given().entrySet()) {
            FlowUnit unit = given.getKey();
            try {
                List<Pin> pins = pins(unit, given.getValue());
                entries += entries(unit, pins);
                if (entries > MOST_ENTRIES) {
                    throw new IllegalArgumentException("more than " + MOST_ENTRIES + " entries would be needed");
                }
                wanted.put(unit, pins);
            } catch (IllegalArgumentException e) {
                refused.put(unit, words(unit) + e.getMessage());
            }
        }
        long now = time.nanoTime();
        refused.putAll(write(before, wanted));
        wanted.keySet().removeAll(refused.keySet());
        wanted.forEach((unit, pins) ->
                after.put(unit, new Kept(changes.given().get(unit), pins, until(old.get(unit), pins, now), by(pins))));
        kept = Collections.unmodifiableMap(after);
        return refused;
    }

    /** Pins that stood already end when they were to end. */
    private long until(Kept old, List<Pin> pins, long nowNanos) {
        boolean shared = old != null && old.pins().stream().anyMatch(pins::contains);
        return shared ? old.untilNanos() : nowNanos + grant.lifetime().toNanos();
    }

    /** @return units that were refused by a switch: nothing of theirs is left, as far as that can be had */
    private Map<FlowUnit, String> write(Map<FlowUnit, List<Pin>> before, Map<FlowUnit, List<Pin>> wanted) {
        PinWriter writer = new PinWriter(masteries, time.nanoTime());
        PinSteps steps = PinSteps.between(before, wanted);
        Map<FlowUnit, String> failed = new LinkedHashMap<>();
        for (List<Pin> step : steps.added()) {
            failed.putAll(writer.add(
                    step.stream().filter(pin -> !failed.containsKey(pin.unit())).toList()));
        }
        Set<Pin> removed = new HashSet<>(steps.removed());
        for (FlowUnit unit : failed.keySet()) {
            removed.addAll(before.get(unit));
            removed.addAll(wanted.get(unit));
        }
        writer.remove(removed).forEach((unit, reason) -> LOG.debug("what ends by itself: {}", reason));
        return failed;
    }

    @Override
    public Map<FlowUnit, String> renew() throws DriverException {
        open();
        Map<FlowUnit, Kept> after = standing();
        long now = time.nanoTime();
        Map<FlowUnit, String> refused = after.isEmpty()
                ? Map.of()
                : new PinWriter(masteries, now)
                        .add(after.values().stream()
                                .flatMap(each -> each.pins().stream())
                                .toList());
        after.keySet().removeAll(refused.keySet());
        long until = now + grant.lifetime().toNanos();
        after.replaceAll((unit, each) -> new Kept(each.path(), each.pins(), until, each.by()));
        kept = Collections.unmodifiableMap(after);
        return refused;
    }

    /** Becomes master of the switches that have connected since. */
    private void open() throws DriverException {
        if (closed) {
            throw new DriverException("the driver is closed");
        }
        for (SwitchTables each : tables) {
            Switch at = each.self().node();
            Optional<SwitchConnection> connection = server.connection(each.self());
            if (connection.isEmpty()) {
                masteries.remove(at);
                continue;
            }
            Mastery mastery = masteries.get(at);
            if (mastery == null || mastery.connection() != connection.get()) {
                mastery = new Mastery(each, connection.get(), time.nanoTime());
                masteries.put(at, mastery);
            }
            long now = time.nanoTime();
            if (generation == 0 ? mastery.isAlone(now) : mastery.isDue(generation, now)) {
                claim(mastery);
            }
        }
    }

    /** Becomes a switch's master; as long as no controller is known, has it forward at least. */
    private void claim(Mastery mastery) {
        try {
            if (generation == 0) {
                mastery.tend(time.nanoTime());
                return;
            }
            if (takesOver) {
                generation = Math.max(generation, mastery.seen());
            }
            mastery.claim(generation, time.nanoTime());
        } catch (DriverException e) {
            log.warn(e.getMessage(), e.getMessage() + "; nothing is changed there", null);
        }
    }

    private List<Pin> pins(FlowUnit unit, PathChoice path) {
        String refusal = grant.refusal(unit, plan.topology().nodes());
        if (!refusal.isEmpty()) {
            throw new IllegalArgumentException(refusal);
        }
        return plan.pins(unit, path);
    }

    private int entries(FlowUnit unit, List<Pin> pins) {
        return pins.size() * grant.ports().get(unit.trafficClass()).size();
    }

    private Set<Mastery> by(List<Pin> pins) {
        Set<Mastery> by = new HashSet<>();
        pins.forEach(pin -> by.add(masteries.get(pin.at())));
        return by;
    }

    private String words(FlowUnit unit) {
        return unit.trafficClass().label() + " from " + name(unit.source()) + " to " + name(unit.destination()) + ": ";
    }

    private String name(int host) {
        return host >= 0 && host < plan.topology().nodes().size()
                ? plan.topology().nodes().get(host).name()
                : "host " + host;
    }

    @Override
    public List<SwitchCounters.LinkBytes> linkBytes() {
        return counters.linkBytes();
    }

    /**
     * Has all switches that are connected, or connect in time, forget all that is ours, the base too.
     *
     * @return those that did not
     */
    Set<String> remove(Duration wait) throws DriverException, InterruptedException {
        long until = time.nanoTime() + wait.toNanos();
        Set<String> left = new TreeSet<>();
        tables.forEach(each -> left.add(each.self().node().name()));
        while (!left.isEmpty() && time.nanoTime() - until < 0) {
            for (SwitchTables each : tables) {
                Optional<SwitchConnection> connection = server.connection(each.self());
                if (left.contains(each.self().node().name()) && connection.isPresent()) {
                    try {
                        new Mastery(each, connection.get(), time.nanoTime()).remove();
                        left.remove(each.self().node().name());
                    } catch (DriverException e) {
                        LOG.warn("{}: {}; tried again", each.self().node().name(), e.getMessage());
                    }
                }
            }
            Thread.sleep(50);
        }
        return left;
    }

    /** A switch belongs to one driver alone. */
    @Override
    public String exporter() {
        return "openflow-" + tables.get(0).self().node().name();
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        kept = Map.of();
        List<String> failures;
        try {
            failures = release();
        } finally {
            server.close();
        }
        if (!failures.isEmpty()) {
            throw new DriverException(String.join("; ", failures) + "; what is left ends within "
                    + grant.lifetime().toSeconds() + " s by itself");
        }
    }
    /** Takes back what is its own on all switches, and says what went wrong. */
    private List<String> release() {
        List<String> failures = new ArrayList<>();
        for (Mastery mastery : masteries.values()) {
            if (mastery.holds()) {
                try {
                    mastery.release(grant.basePriority().isEmpty());
                } catch (DriverException e) {
                    failures.add(e.getMessage());
                }
            }
        }
        return failures;
    }
}

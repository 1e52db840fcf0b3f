// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.fairlead.core.network.FlowUnit;
import org.fairlead.core.network.PathChanges;
import org.fairlead.core.network.PathChoice;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.network.DriverException;
import org.fairlead.network.NetworkDriver;
import org.fairlead.protocol.time.TimeSource;

/**
 * Labels what a Linux host sends, by elements of the nftables maps that {@code fairlead network labels --for linux} prints for it. Programs need not know of it, and flows that run already
 * move. Ours are the elements with the comment of the settings; each has a timeout.
 *
 * <p>Before each change it reads what stands, by a process of nft, and one more carries out each batch: two for most plans. A batch that is refused is made anew once from what stands then, since an element may have ended or
 * somebody else may have come in between.
 */
final class LabelDriver implements NetworkDriver {
    private static final List<String> LIST = List.of("-j", "-n", "list", "table", "ip", LinuxLabels.TABLE);

    /** Until when a label stands unless it is renewed. */
    private record Kept(Label label, long untilNanos) {}

    private final LabelGrant grant;
    private final Duration lifetime;
    private final String comment;
    private final Nft nft;
    private final TimeSource time;
    private boolean closed;
    private volatile Map<FlowUnit, Kept> kept = Map.of();

    private LabelDriver(LabelGrant grant, Duration lifetime, String comment, Nft nft, TimeSource time) {
        this.grant = grant;
        this.lifetime = lifetime;
        this.comment = comment;
        this.nft = nft;
        this.time = time;
    }

    /**
     * @param comment of the elements that are its own; others' are never touched
     * @throws DriverException if nft cannot be run or the host has not been told what that command prints
     */
    static LabelDriver open(LabelGrant grant, Duration lifetime, String comment, Nft nft, TimeSource time)
            throws DriverException {
        LabelDriver driver = new LabelDriver(grant, lifetime, comment, nft, time);
        driver.list();
        return driver;
    }

    @Override
    public Set<TrafficClass> classes() {
        return grant.host().classes();
    }

    @Override
    public boolean keeps(FlowUnit unit) {
        return grant.host().covers(unit);
    }

    @Override
    public List<PathChoice> named(FlowUnit unit, PathChoice path) {
        try {
            Label label = grant.label(unit, path);
            return label.elements().isEmpty()
                    ? List.of(path)
                    : grant.plan().choices(unit.source(), unit.destination(), label.codepoint());
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
        return lifetime;
    }

    @Override
    public Map<FlowUnit, PathChoice> held() {
        Map<FlowUnit, PathChoice> held = new LinkedHashMap<>();
        standing().forEach((unit, each) -> held.put(unit, each.label().path()));
        return held;
    }

    private Map<FlowUnit, Kept> standing() {
        long now = time.nanoTime();
        Map<FlowUnit, Kept> standing = new LinkedHashMap<>(kept);
        standing.values().removeIf(each -> now - each.untilNanos() >= 0);
        return standing;
    }

    @Override
    public Map<FlowUnit, String> apply(PathChanges changes) throws DriverException {
        Map<FlowUnit, String> refused = new LinkedHashMap<>();
        Map<FlowUnit, Label> wanted = labels();
        boolean nothing = !wanted.keySet().removeAll(changes.released());
        for (Map.Entry<FlowUnit, PathChoice> given : changes.given().entrySet()) {
            FlowUnit unit = given.getKey();
            try {
                wanted.put(unit, grant.label(unit, given.getValue()));
                nothing = false;
            } catch (IllegalArgumentException e) {
                refused.put(unit, e.getMessage());
                nothing &= wanted.remove(unit) == null;
            }
        }
        if (!nothing) {
            refused.putAll(write(wanted, false));
        }
        return refused;
    }

    @Override
    public Map<FlowUnit, String> renew() throws DriverException {
        Map<FlowUnit, Label> wanted = labels();
        return wanted.isEmpty() ? Map.of() : write(wanted, true);
    }

    private Map<FlowUnit, Label> labels() {
        Map<FlowUnit, Label> labels = new LinkedHashMap<>();
        standing().forEach((unit, each) -> labels.put(unit, each.label()));
        return labels;
    }

    /** @return what others' elements or bounds do not allow */
    private Map<FlowUnit, String> write(Map<FlowUnit, Label> wanted, boolean renewed) throws DriverException {
        if (closed) {
            throw new DriverException("the labels of this host are closed");
        }
        Map<FlowUnit, Kept> after = standing();
        after.entrySet().removeIf(each -> !each.getValue().label().equals(wanted.get(each.getKey())));
        Set<FlowUnit> fresh = new HashSet<>(wanted.keySet());
        if (!renewed) {
            fresh.removeAll(after.keySet());
        }
        keep(after);
        LabelEdits edits = edits(wanted, fresh);
        String failure = carriedOut(edits, wanted, fresh);
        if (!failure.isEmpty()) {
            edits = edits(wanted, fresh);
            failure = carriedOut(edits, wanted, fresh);
        }
        if (!failure.isEmpty()) {
            throw new DriverException(failure);
        }
        return edits.refused();
    }

    private LabelEdits edits(Map<FlowUnit, Label> wanted, Set<FlowUnit> fresh) throws DriverException {
        LabelEdits edits = LabelEdits.of(list(), wanted, fresh, lifetime);
        Map<FlowUnit, Kept> after = new LinkedHashMap<>(kept);
        after.keySet().removeAll(edits.refused().keySet());
        keep(after);
        return edits;
    }

    /** @return why a batch and what follows it was not done, empty if all was */
    private String carriedOut(LabelEdits edits, Map<FlowUnit, Label> wanted, Set<FlowUnit> fresh)
            throws DriverException {
        for (LabelEdits.Batch batch : edits.batches()) {
            long until = time.nanoTime() + lifetime.toNanos();
            if (!batch.lines().isEmpty()) {
                Nft.Outcome outcome = nft.run(List.of("-f", "-"), String.join("\n", batch.lines()) + "\n");
                if (outcome.status() != 0) {
                    return "nft refuses a batch of " + batch.lines().size() + " for table ip " + LinuxLabels.TABLE
                            + ": " + outcome.words();
                }
            }
            Map<FlowUnit, Kept> after = new LinkedHashMap<>(kept);
            batch.units().forEach(unit -> after.put(unit, new Kept(wanted.get(unit), until)));
            keep(after);
            fresh.removeAll(batch.units());
        }
        return "";
    }

    private void keep(Map<FlowUnit, Kept> after) {
        kept = Collections.unmodifiableMap(after);
    }

    private LabelListing list() throws DriverException {
        Nft.Outcome outcome = nft.run(LIST, "");
        if (outcome.status() != 0) {
            throw new DriverException(
                    "nft cannot list table ip " + LinuxLabels.TABLE + ": " + outcome.words()
                            + "; needed are its privilege (CAP_NET_ADMIN) and what 'fairlead network labels --for linux' prints for hosts");
        }
        LabelListing listing = LabelListing.of(outcome.output(), comment);
        Set<String> missing = new TreeSet<>(PortMaps.names(grant.plan().codepoints()));
        missing.removeAll(listing.found());
        if (!missing.isEmpty()) {
            throw new DriverException(
                    "table ip " + LinuxLabels.TABLE + " has no " + String.join(", ", missing)
                            + " (maps with timeouts to verdicts, chains); run what 'fairlead network labels --for linux' prints for hosts, with the same codepoints");
        }
        return listing;
    }

    @Override
    public void close() throws DriverException {
        if (closed) {
            return;
        }
        closed = true;
        keep(Map.of());
        String failure = cleared();
        if (!failure.isEmpty()) {
            failure = cleared();
        }
        if (!failure.isEmpty()) {
            throw new DriverException(failure + "; what is left ends within " + lifetime.toSeconds() + " s by itself");
        }
    }

    private String cleared() throws DriverException {
        Nft.Outcome outcome = nft.run(LIST, "");
        if (outcome.status() != 0) {
            return "nft cannot list table ip " + LinuxLabels.TABLE + ": " + outcome.words();
        }
        return carriedOut(LabelEdits.none(LabelListing.of(outcome.output(), comment)), Map.of(), new HashSet<>());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fairlead.core.network.FlowUnit;

/**
 * What to do with the maps of a host so that they hold what is wanted.
 *
 * <p><b>Goals.</b> A unit has its old label until it has its new one; a packet that is on its way through the host's rules at that moment may bear none. Nothing of others is changed, and where others label already they go on to decide.
 *
 * <p><b>Constraints.</b> nftables does all of a batch or nothing. One that is too large for a netlink socket's buffer is refused; {@link #MOST_IN_BATCH} edits fit where that cannot be enlarged, 2,400 do not.
 * Kernels before 6.12 do not renew an element that is added once more.
 *
 * <p><b>Algorithm.</b> Of our elements those that nobody wants are deleted. What is wanted is created; what stands with another codepoint is deleted in the same batch; to renew is to delete and to create in one batch.
 * Where others have an element for the same packets the unit is refused. Edits of one unit are never parted.
 *
 * <p><b>Example.</b> A unit moves from codepoint 8 to 9: {@code delete element … own_port { 10.0.0.2 . 9866 }}, {@code create element … own_port { 10.0.0.2 . 9866 timeout … : jump codepoint_9 }}.
 *
 * <p><b>Source.</b> Ours, after what nftables 1.0.6 and Linux 6.18 were seen to do.
 *
 * @param refused units that are not written, with the reason in words
 * @param batches to be carried out one after the other
 */
record LabelEdits(Map<FlowUnit, String> refused, List<Batch> batches) {
    /** Edits at most of one batch. */
    static final int MOST_IN_BATCH = 1_000;
    /** Elements at most of one host. */
    static final int MOST_ELEMENTS = 10_000;

    private static final String ELEMENT = " element ip " + LinuxLabels.TABLE + " ";

    /**
     * What nftables is told at once.
     *
     * @param lines commands of {@code nft -f}
     * @param units whose elements last for a whole lifetime when it is done
     */
    record Batch(List<String> lines, Set<FlowUnit> units) {}

    /**
     * @param wanted in the order in which it is done
     * @param fresh units of which everything is to last for another lifetime
     */
    static LabelEdits of(LabelListing listing, Map<FlowUnit, Label> wanted, Set<FlowUnit> fresh, Duration lifetime) {
        Map<FlowUnit, String> refused = new LinkedHashMap<>();
        Map<FlowUnit, List<String>> edits = new LinkedHashMap<>();
        Set<LabelElement> claimed = new HashSet<>();
        wanted.forEach((unit, label) -> {
            String reason = reasonAgainst(label, listing, claimed.size());
            if (reason.isEmpty()) {
                claimed.addAll(label.elements());
                edits.put(unit, edits(label, listing, fresh.contains(unit), lifetime));
            } else {
                refused.put(unit, reason);
            }
        });
        Packing packing = new Packing();
        deletions(listing, claimed).forEach(line -> packing.add(List.of(line)));
        edits.forEach((unit, lines) -> {
            if (fresh.contains(unit) || !lines.isEmpty()) {
                packing.add(lines);
                packing.units.add(unit);
            }
        });
        return new LabelEdits(refused, packing.finished());
    }

    /** Takes back all that is ours. */
    static LabelEdits none(LabelListing listing) {
        return of(listing, Map.of(), Set.of(), Duration.ZERO);
    }

    private static String reasonAgainst(Label label, LabelListing listing, int claimed) {
        if (claimed + label.elements().size() > MOST_ELEMENTS) {
            return "at most " + MOST_ELEMENTS + " elements are written on a host";
        }
        return label.elements().stream()
                .filter(listing.others()::containsKey)
                .findFirst()
                .map(element -> element + " is labelled by somebody else, by "
                        + listing.others().get(element))
                .orElse("");
    }

    private static List<String> deletions(LabelListing listing, Set<LabelElement> claimed) {
        List<String> lines = new ArrayList<>();
        listing.ours().keySet().forEach(element -> {
            if (!claimed.contains(element)) {
                lines.add(delete(element));
            }
        });
        return lines;
    }

    /** All of a unit's elements anew, or nothing where all stand and may stay. */
    private static List<String> edits(Label label, LabelListing listing, boolean fresh, Duration lifetime) {
        boolean stay = label.elements().stream()
                .allMatch(element -> listing.ours().getOrDefault(element, 0) == label.codepoint());
        List<String> lines = new ArrayList<>();
        if (stay && !fresh) {
            return lines;
        }
        for (LabelElement element : label.elements()) {
            if (listing.ours().containsKey(element)) {
                lines.add(delete(element));
            }
            String options = "timeout " + lifetime.toMillis() + "ms comment \"" + listing.comment() + "\"";
            lines.add("create" + ELEMENT + element.whose().map() + " { "
                    + PortMaps.element(element.key(), options, label.codepoint()) + " }");
        }
        return lines;
    }

    private static String delete(LabelElement element) {
        return "delete" + ELEMENT + element.whose().map() + " { " + element.key() + " }";
    }

    private static final class Packing {
        private final List<Batch> full = new ArrayList<>();
        private List<String> lines = new ArrayList<>();
        private Set<FlowUnit> units = new LinkedHashSet<>();

        void add(List<String> together) {
            if (lines.size() + together.size() > MOST_IN_BATCH) {
                end();
            }
            lines.addAll(together);
        }

        List<Batch> finished() {
            end();
            return full;
        }

        private void end() {
            if (!lines.isEmpty() || !units.isEmpty()) {
                full.add(new Batch(lines, units));
                lines = new ArrayList<>();
                units = new LinkedHashSet<>();
            }
        }
    }
}

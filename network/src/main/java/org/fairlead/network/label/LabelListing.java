// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.network.DriverException;

/** What stands in a host's sets for labels: ours by their comment, and others'. */
final class LabelListing {
    /** The comment of all elements that are ours, unless the settings say another one. */
    static final String OURS = "fairlead";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SET = Pattern.compile("(own_port_|peer_port_)(\\d{1,2})");

    private final String comment;
    private final Set<String> sets = new TreeSet<>();
    private final Map<LabelElement, Set<Integer>> ours = new LinkedHashMap<>();
    private final Map<LabelElement, String> others = new HashMap<>();

    private LabelListing(JsonNode root, String comment) {
        this.comment = comment;
        for (JsonNode each : root.path("nftables")) {
            JsonNode set = each.path("set");
            Matcher name = SET.matcher(set.path("name").asText());
            if (name.matches() && takesLabels(set)) {
                sets.add(name.group());
                LinuxLabels.Port whose =
                        name.group(1).equals("own_port_") ? LinuxLabels.Port.OWN : LinuxLabels.Port.PEER;
                set.path("elem").forEach(element -> add(whose, Integer.parseInt(name.group(2)), element));
            }
        }
    }

    /**
     * Reads what {@code nft -j list table} says.
     *
     * @param comment of ours
     * @throws DriverException if that is no JSON
     */
    static LabelListing of(String json, String comment) throws DriverException {
        try {
            return new LabelListing(JSON.readTree(json), comment);
        } catch (JsonProcessingException e) {
            throw new DriverException("nft -j gives no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static boolean takesLabels(JsonNode set) {
        List<String> types = new ArrayList<>();
        set.path("type").forEach(type -> types.add(type.asText()));
        boolean ends = false;
        for (JsonNode flag : set.path("flags")) {
            ends |= flag.asText().equals("timeout");
        }
        return ends && types.equals(List.of("ipv4_addr", "inet_service"));
    }

    private void add(LinuxLabels.Port whose, int codepoint, JsonNode said) {
        JsonNode key = said.path("elem").path("val").path("concat");
        JsonNode concatenation = key.isMissingNode() ? said.path("concat") : key;
        LabelElement element = new LabelElement(
                whose, concatenation.path(0).asText(), concatenation.path(1).asInt());
        if (said.path("elem").path("comment").asText().equals(comment)) {
            ours.computeIfAbsent(element, none -> new TreeSet<>()).add(codepoint);
        } else {
            others.put(element, whose.set(codepoint));
        }
    }

    /** The names of the sets that take labels with a timeout. */
    Set<String> sets() {
        return sets;
    }

    /** The comment of ours. */
    String comment() {
        return comment;
    }

    /** Our elements, with the codepoints in whose sets they stand. */
    Map<LabelElement, Set<Integer>> ours() {
        return ours;
    }

    /** Others' elements, with the set in which each stands. */
    Map<LabelElement, String> others() {
        return others;
    }
}

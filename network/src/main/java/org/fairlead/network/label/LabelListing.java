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
import org.fairlead.network.DriverException;

/** What stands in a host's maps for labels: ours by their comment, and others'. */
final class LabelListing {
    /** The comment of all elements that are ours, unless the settings say another one. */
    static final String OURS = "fairlead";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String comment;
    private final Set<String> found = new TreeSet<>();
    private final Map<LabelElement, Integer> ours = new LinkedHashMap<>();
    private final Map<LabelElement, String> others = new HashMap<>();

    private LabelListing(JsonNode root, String comment) {
        this.comment = comment;
        for (JsonNode each : root.path("nftables")) {
            JsonNode chain = each.path("chain").path("name");
            if (!chain.isMissingNode()) {
                found.add(chain.asText());
            }
            JsonNode map = each.path("map");
            for (LinuxLabels.Port whose : LinuxLabels.Port.values()) {
                if (map.path("name").asText().equals(whose.map()) && takesLabels(map)) {
                    found.add(whose.map());
                    map.path("elem").forEach(element -> add(whose, element.path(0), element.path(1)));
                }
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

    private static boolean takesLabels(JsonNode map) {
        boolean ends = false;
        for (JsonNode flag : map.path("flags")) {
            ends |= flag.asText().equals("timeout");
        }
        List<String> types = new ArrayList<>();
        map.path("type").forEach(type -> types.add(type.asText()));
        return ends
                && types.equals(List.of("ipv4_addr", "inet_service"))
                && map.path("map").asText().equals("verdict");
    }

    private void add(LinuxLabels.Port whose, JsonNode said, JsonNode verdict) {
        JsonNode key = said.path("elem").path("val").path("concat");
        JsonNode concatenation = key.isMissingNode() ? said.path("concat") : key;
        LabelElement element = new LabelElement(
                whose, concatenation.path(0).asText(), concatenation.path(1).asInt());
        String target = verdict.path("jump").path("target").asText();
        if (said.path("elem").path("comment").asText().equals(comment)) {
            ours.put(element, PortMaps.codepoint(target));
        } else {
            others.put(element, target.isEmpty() ? verdict.toString() : target);
        }
    }

    /** The names of chains, and of the maps that take labels with a timeout. */
    Set<String> found() {
        return found;
    }

    /** The comment of ours. */
    String comment() {
        return comment;
    }

    /** Our elements, with the codepoint that each writes. */
    Map<LabelElement, Integer> ours() {
        return ours;
    }

    /** Others' elements, with the chain of each. */
    Map<LabelElement, String> others() {
        return others;
    }
}

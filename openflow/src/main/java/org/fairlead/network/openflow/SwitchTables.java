// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.openflow;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.zip.CRC32;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.forwarding.ForwardingPlan;
import org.fairlead.core.network.forwarding.Pin;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Node;
import org.fairlead.network.label.ClassPort;
import org.projectfloodlight.openflow.protocol.OFBucket;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFGroupMod;
import org.projectfloodlight.openflow.protocol.OFGroupType;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.U64;

/**
 * What one switch is told, as messages. Computes only.
 *
 * <p>For each set of equal-cost links it has a <em>balancing</em> group (select), and for each link of the set a <em>preferring</em> group (fast failover): that link, and where its port is down the next one. The base sends to
 * a host by its one link or by a balancing group, IPv4 by destination and ARP by the address that is asked for, so that nothing is flooded. A pin sends what a unit's ports tell by a preferring group.
 */
final class SwitchTables {
    static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);

    /** As a packet in a buffer, which we never ask for, would be cut. */
    private static final int NO_LIMIT = 0xffff;

    private final ForwardingPlan plan;
    private final KnownSwitch self;
    private final OpenFlowGrant grant;
    private final List<List<Link>> choices;

    /** @throws IllegalArgumentException if the switch has more links or sets of links than groups can number */
    SwitchTables(ForwardingPlan plan, KnownSwitch self, OpenFlowGrant grant) {
        this.plan = plan;
        this.self = self;
        this.grant = grant;
        choices = plan.choices(self.node());
        if (choices.size() > Ours.MOST_CHOICES || choices.stream().anyMatch(links -> links.size() > Ours.MOST_LINKS)) {
            throw new IllegalArgumentException(self.node().name() + " has " + choices.size()
                    + " sets of equal links; at most " + Ours.MOST_CHOICES + " with at most " + Ours.MOST_LINKS
                    + " links each are accepted");
        }
    }

    KnownSwitch self() {
        return self;
    }

    /** All groups, by number. */
    private Map<OFGroup, List<OFBucket>> buckets() {
        Map<OFGroup, List<OFBucket>> groups = new LinkedHashMap<>();
        for (int choice = 0; choice < choices.size(); choice++) {
            List<Link> links = choices.get(choice);
            groups.put(Ours.balancing(choice), buckets(links, 0, 1));
            for (int link = 0; link < links.size(); link++) {
                groups.put(Ours.preferring(choice, link), buckets(links, link, 0));
            }
        }
        return groups;
    }

    /** @param weight 0 where an order counts */
    private List<OFBucket> buckets(List<Link> links, int first, int weight) {
        List<OFBucket> buckets = new ArrayList<>();
        for (int n = 0; n < links.size(); n++) {
            OFPort port = self.port(links.get((first + n) % links.size()));
            buckets.add(FACTORY.buildBucket()
                    .setWeight(weight)
                    .setWatchPort(port)
                    .setWatchGroup(OFGroup.ANY)
                    .setActions(List.of(output(port)))
                    .build());
        }
        return buckets;
    }

    Set<OFGroup> groups() {
        return buckets().keySet();
    }

    /**
     * Has all groups be what they are to be.
     *
     * @param present those that are there already
     */
    List<OFGroupMod> groups(Set<OFGroup> present) {
        List<OFGroupMod> mods = new ArrayList<>();
        buckets().forEach((group, buckets) -> {
            OFGroupType type = (group.getGroupNumber() & 0xff) == 0 ? OFGroupType.SELECT : OFGroupType.FF;
            OFGroupMod.Builder mod = present.contains(group) ? FACTORY.buildGroupModify() : FACTORY.buildGroupAdd();
            mods.add(mod.setGroup(group).setGroupType(type).setBuckets(buckets).build());
        });
        return mods;
    }

    static List<OFGroupMod> without(Collection<OFGroup> groups) {
        List<OFGroupMod> mods = new ArrayList<>();
        for (OFGroup group : groups) {
            mods.add(FACTORY.buildGroupDelete()
                    .setGroup(group)
                    .setGroupType(OFGroupType.ALL)
                    .build());
        }
        return mods;
    }

    /** What all entries of the base bear; another base has another one. */
    U64 baseCookie() {
        CRC32 digest = new CRC32();
        wayByHost()
                .forEach((host, action) -> digest.update(
                        (grant.addresses().get(host) + " " + action + "\n").getBytes(StandardCharsets.UTF_8)));
        return Ours.baseCookie(digest.getValue());
    }

    /** The entries of the base; none where others forward. */
    List<OFFlowMod> base() {
        OptionalInt priority = grant.basePriority();
        if (priority.isEmpty()) {
            return List.of();
        }
        U64 cookie = baseCookie();
        List<OFFlowMod> mods = new ArrayList<>();
        wayByHost().forEach((host, action) -> {
            IPv4Address address = grant.addresses().get(host);
            Match ip = FACTORY.buildMatch()
                    .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                    .setExact(MatchField.IPV4_DST, address)
                    .build();
            Match arp = FACTORY.buildMatch()
                    .setExact(MatchField.ETH_TYPE, EthType.ARP)
                    .setExact(MatchField.ARP_TPA, address)
                    .build();
            mods.add(added(cookie, priority.getAsInt(), 0, ip, action));
            mods.add(added(cookie, priority.getAsInt(), 0, arp, action));
        });
        return mods;
    }

    private Map<Host, OFAction> wayByHost() {
        Map<Host, OFAction> ways = new LinkedHashMap<>();
        plan.base(self.node()).forEach((host, links) -> {
            if (grant.addresses().containsKey(host)) {
                ways.put(
                        host,
                        links.size() == 1
                                ? output(self.port(links.get(0)))
                                : group(Ours.balancing(choices.indexOf(links))));
            }
        });
        return ways;
    }

    /** Adds a pin's entries or has them last for another lifetime. */
    List<OFFlowMod> pinned(Pin pin) {
        OFAction way = group(
                Ours.preferring(choices.indexOf(pin.choice()), pin.choice().indexOf(pin.link())));
        int seconds = Math.toIntExact(grant.lifetime().toSeconds());
        return matches(pin).stream()
                .map(match -> added(Ours.PIN_COOKIE, grant.pinPriority(), seconds, match, way))
                .toList();
    }

    /** Takes back a pin's entries. */
    List<OFFlowMod> unpinned(Pin pin) {
        List<OFFlowMod> mods = new ArrayList<>();
        for (Match match : matches(pin)) {
            mods.add(FACTORY.buildFlowDeleteStrict()
                    .setTableId(grant.table())
                    .setCookie(Ours.PIN_COOKIE)
                    .setCookieMask(U64.NO_MASK)
                    .setOutPort(OFPort.ANY)
                    .setOutGroup(OFGroup.ANY)
                    .setBufferId(OFBufferId.NO_BUFFER)
                    .setPriority(grant.pinPriority())
                    .setMatch(match)
                    .build());
        }
        return mods;
    }

    /** Takes back all entries with a cookie. */
    OFFlowMod without(U64 cookie, U64 mask) {
        return FACTORY.buildFlowDelete()
                .setTableId(grant.table())
                .setCookie(cookie)
                .setCookieMask(mask)
                .setOutPort(OFPort.ANY)
                .setOutGroup(OFGroup.ANY)
                .setBufferId(OFBufferId.NO_BUFFER)
                .setMatch(FACTORY.buildMatch().build())
                .build();
    }

    private List<Match> matches(Pin pin) {
        TrafficClass trafficClass = pin.unit().trafficClass();
        List<Node> nodes = plan.topology().nodes();
        List<Match> matches = new ArrayList<>();
        for (ClassPort port : grant.ports().get(trafficClass)) {
            matches.add(FACTORY.buildMatch()
                    .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                    .setExact(MatchField.IP_PROTO, IpProtocol.TCP)
                    .setExact(
                            MatchField.IPV4_SRC,
                            grant.addresses().get(nodes.get(pin.unit().source())))
                    .setExact(
                            MatchField.IPV4_DST,
                            grant.addresses().get(nodes.get(pin.unit().destination())))
                    .setExact(port.isOwn() ? MatchField.TCP_SRC : MatchField.TCP_DST, TransportPort.of(port.port()))
                    .build());
        }
        return matches;
    }

    private OFFlowMod added(U64 cookie, int priority, int seconds, Match match, OFAction way) {
        List<OFInstruction> instructions = List.of(FACTORY.instructions().applyActions(List.of(way)));
        return FACTORY.buildFlowAdd()
                .setTableId(grant.table())
                .setCookie(cookie)
                .setPriority(priority)
                .setHardTimeout(seconds)
                .setBufferId(OFBufferId.NO_BUFFER)
                .setOutPort(OFPort.ANY)
                .setOutGroup(OFGroup.ANY)
                .setMatch(match)
                .setInstructions(instructions)
                .build();
    }

    private static OFAction output(OFPort port) {
        return FACTORY.actions().buildOutput().setPort(port).setMaxLen(NO_LIMIT).build();
    }

    private static OFAction group(OFGroup group) {
        return FACTORY.actions().buildGroup().setGroup(group).build();
    }

    TableId table() {
        return grant.table();
    }

    /** Whether entries of others with this priority would be in our way. */
    boolean claims(int priority) {
        return priority == grant.pinPriority()
                || (grant.basePriority().isPresent() && grant.basePriority().getAsInt() == priority);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.network.label;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.fairlead.core.network.TrafficClass;
import org.fairlead.core.network.label.Codepoints;
import org.fairlead.core.network.label.LabelPlan;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.network.RuleLifetime;
import org.fairlead.protocol.yaml.YamlNode;

/**
 * What an operator writes for the driver {@value LabelDriverProvider#NAME} of one host. docs/network.md teaches it.
 *
 * @param lifetime of an element that nobody renews
 * @param comment by which this driver knows its own elements
 * @param nft with what a line for nftables begins
 */
record LabelSettings(LabelGrant grant, Duration lifetime, String comment, List<String> nft) {
    private static final Pattern COMMENT = Pattern.compile("fairlead(-[a-z0-9]{1,16})?");

    /** @throws org.fairlead.protocol.yaml.InvalidFileException with file, line and key */
    static LabelSettings from(YamlNode root, Topology topology) {
        root.allow("driver", "host", "codepoints", "addresses", "ports", "lifetime", "comment", "nft");
        Host self = (Host) root.required("host").as(name -> topology.node(name)
                .filter(Host.class::isInstance)
                .orElseThrow(() ->
                        new IllegalArgumentException("no host '" + name + "' in topology '" + topology.name() + "'")));
        LabelPlan plan = LabelPlan.of(topology, root.required("codepoints").as(Codepoints::named));
        Path beside = Path.of(root.file()).toAbsolutePath().getParent();
        Path addresses = beside.resolve(root.required("addresses").text());
        Map<TrafficClass, List<ClassPort>> ports = ClassPort.byClass(root.required("ports"));
        try {
            HostGrant host = new HostGrant(
                    topology, self, AddressFile.read(addresses, topology).addresses(topology), ports);
            return new LabelSettings(new LabelGrant(host, plan), RuleLifetime.of(root), comment(root), nft(root));
        } catch (IllegalArgumentException e) {
            throw root.invalid(e.getMessage());
        }
    }

    private static String comment(YamlNode root) {
        return root.optional("comment")
                .map(written -> {
                    if (!COMMENT.matcher(written.text()).matches()) {
                        throw written.invalid(
                                "'" + written.text()
                                        + "' is neither fairlead nor fairlead-NAME with a name of up to 16 small letters and digits");
                    }
                    return written.text();
                })
                .orElse(LabelListing.OURS);
    }

    private static List<String> nft(YamlNode root) {
        List<String> words = root.optional("nft").map(YamlNode::texts).orElse(List.of());
        return words.isEmpty() ? List.of("nft") : words;
    }
}

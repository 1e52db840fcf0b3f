// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs.mode;

import java.util.Optional;
import org.fairlead.protocol.plugin.Mode;
import org.fairlead.protocol.plugin.ModeSwitch;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.report.Amounts;

/**
 * The modes in force at a moment. A modes file has the keys {@code write}, {@code read}, {@code canary-share} and {@code all};
 * {@code all: off} stops everything.
 *
 * @param canaryShare share of the decisions, 0 to 1, that count in {@link Mode#CANARY}
 */
public record HdfsModes(Mode write, Mode read, double canaryShare) implements ModeSwitch.Modes<HdfsModes> {
    public HdfsModes {
        if (!(canaryShare >= 0 && canaryShare <= 1)) {
            throw new IllegalArgumentException("'" + canaryShare + "' is not a share between 0 and 1");
        }
    }

    @Override
    public HdfsModes overriddenBy(YamlNode file) {
        file.allow("all", "write", "read", "canary-share");
        Optional<Mode> all = file.optional("all").map(node -> node.as(Mode::of));
        return new HdfsModes(
                all.or(() -> file.optional("write").map(node -> node.as(Mode::of)))
                        .orElse(write),
                all.or(() -> file.optional("read").map(node -> node.as(Mode::of)))
                        .orElse(read),
                file.optional("canary-share").map(node -> node.number(0, 1)).orElse(canaryShare));
    }

    /** In words: {@code write canary (10 % of the decisions count), read observe}. */
    public String words() {
        return "write " + words(write) + ", read " + words(read);
    }

    private String words(Mode mode) {
        return mode.label()
                + (mode == Mode.CANARY
                        ? " (ours counts in " + Amounts.percent(canaryShare) + " of the decisions)"
                        : "");
    }

    @Override
    public HdfsModes observing() {
        return new HdfsModes(write.observing(), read.observing(), canaryShare);
    }

    /** Whether the decision of this seed counts. */
    public boolean enforced(Mode mode, long seed) {
        return mode.counts(canaryShare, seed);
    }
}

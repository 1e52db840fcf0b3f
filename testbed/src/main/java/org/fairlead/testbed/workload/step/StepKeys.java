// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload.step;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.YamlNode;
import org.fairlead.testbed.cluster.HdfsSettings;
import org.fairlead.testbed.workload.GeneratedInput;
import org.fairlead.testbed.workload.HostChoice;
import org.fairlead.testbed.workload.InputStore;
import org.fairlead.testbed.workload.SkewedRows;
import org.fairlead.testbed.workload.StartTimes;
import org.fairlead.testbed.workload.StepKind;

/** Keys that several kinds of steps have, read in one way. */
final class StepKeys {
    private static final List<String> OF_HDFS = List.of("writers", "block-size", "replication", "keep");

    private StepKeys() {}

    /** Its {@code on} or {@code writers}. */
    static HostChoice hosts(YamlNode body, String key) {
        return body.optional(key).map(HostChoice::from).orElse(new HostChoice.All());
    }

    /** Its {@code files}. */
    static int files(YamlNode body) {
        return body.optional("files").map(files -> files.integer(1, 10_000)).orElse(1);
    }

    /** Its {@code start}. */
    static StartTimes start(YamlNode body) {
        return body.optional("start").map(StartTimes::from).orElse(StartTimes.together());
    }

    /** Its {@code replication}; 0 when it has none. */
    static int replication(YamlNode body) {
        return body.optional("replication").map(value -> value.integer(1, 16)).orElse(0);
    }

    /** Its {@code block-size}; 0 when it has none. */
    static long blockBytes(YamlNode body) {
        return body.optional("block-size")
                .map(node -> {
                    long bytes = node.as(Quantities::bytes);
                    if (bytes < HdfsSettings.LEAST_BLOCK_BYTES || bytes % HdfsSettings.CHECKSUM_BYTES != 0) {
                        throw node.invalid("'" + node.text() + "'; a multiple of " + HdfsSettings.CHECKSUM_BYTES
                                + " bytes of at least 64 KiB is accepted");
                    }
                    return bytes;
                })
                .orElse(0L);
    }

    /** Its {@code store}; HDFS when it has none. */
    private static InputStore store(YamlNode body) {
        List<String> names = Stream.of(InputStore.values())
                .map(store -> store.name().toLowerCase(Locale.ROOT))
                .toList();
        InputStore store = body.optional("store")
                .map(node -> InputStore.valueOf(node.oneOf(names).toUpperCase(Locale.ROOT)))
                .orElse(InputStore.HDFS);
        if (store != InputStore.HDFS) {
            for (String key : OF_HDFS) {
                body.optional(key).ifPresent(node -> {
                    throw node.invalid("stands beside 'store: objects'; it is accepted for input in HDFS alone");
                });
            }
        }
        return store;
    }

    /**
     * Generated input with its {@code scale}, {@code writers}, {@code block-size}, {@code replication}, {@code keep} and {@code store}.
     *
     * @param texts bytes of each text of words by its name
     */
    static GeneratedInput input(StepKind kind, YamlNode body, List<String> queries, Map<String, Long> texts) {
        return input(kind, body, queries, texts, Map.of());
    }

    /** Texts of skewed rows by their names, in the same way. */
    static GeneratedInput input(StepKind kind, YamlNode body, Map<String, SkewedRows> rows) {
        return input(kind, body, List.of(), Map.of(), rows);
    }

    private static GeneratedInput input(
            StepKind kind, YamlNode body, List<String> queries, Map<String, Long> texts, Map<String, SkewedRows> rows) {
        return new GeneratedInput(
                kind.key(),
                queries,
                body.optional("scale").map(node -> node.number(0.001, 100)).orElse(0.0),
                texts,
                rows,
                hosts(body, "writers"),
                blockBytes(body),
                replication(body),
                body.optional("keep").map(YamlNode::truth).orElse(false),
                store(body));
    }

    /** The size of a text. */
    static long textBytes(YamlNode size) {
        long bytes = size.as(Quantities::bytes);
        if (bytes < 1024 || bytes > 1L << 36) {
            throw size.invalid("'" + size.text() + "' is not between 1 KiB and 64 GiB");
        }
        return bytes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fairlead.testbed.cluster.process.ClusterException;

/**
 * What DataNodes logged about each block that they received or sent ({@code clienttrace}) since a mark.
 *
 * <p>The duration of a write is that of the DataNode's responder: from the set-up of the pipeline until the block is
 * complete on this DataNode and on all after it. At the first DataNode of the pipeline it is thus the block's write time as
 * the writer sees it. The duration of a read is that of sending the block.
 */
final class BlockTrace {
    private static final Pattern LINE =
            Pattern.compile("src: /([0-9.]+):\\d+, dest: /([0-9.]+):\\d+,.* bytes: (\\d+), op: (HDFS_WRITE|HDFS_READ),"
                    + ".* blockid: \\S+:(blk_\\d+)_\\d+, duration\\(ns\\): (\\d+)");

    private final Map<String, Path> logs;
    private final Map<String, Long> marks = new HashMap<>();

    /** @param logs log of each DataNode by host */
    BlockTrace(Map<String, Path> logs) {
        this.logs = Map.copyOf(logs);
        mark();
    }

    /**
     * One log record.
     *
     * @param dataNode host whose DataNode logged it
     * @param source address of who sent the block
     * @param destination address of who received it
     */
    record Transfer(
            String dataNode,
            boolean write,
            String block,
            long bytes,
            String source,
            String destination,
            double seconds) {

        static Optional<Transfer> parse(String dataNode, String line) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.find()) {
                return Optional.empty();
            }
            return Optional.of(new Transfer(
                    dataNode,
                    matcher.group(4).equals("HDFS_WRITE"),
                    matcher.group(5),
                    Long.parseLong(matcher.group(3)),
                    matcher.group(1),
                    matcher.group(2),
                    Long.parseLong(matcher.group(6)) / 1e9));
        }
    }

    /** From here on. */
    final void mark() {
        logs.forEach((host, log) -> marks.put(host, size(log)));
    }

    private static long size(Path log) {
        try {
            return Files.size(log);
        } catch (IOException e) {
            throw new ClusterException("a DataNode's log cannot be read: " + e, e);
        }
    }

    /** Everything logged since the mark. */
    List<Transfer> transfers() {
        List<Transfer> transfers = new ArrayList<>();
        logs.forEach((host, log) -> {
            try (FileChannel file = FileChannel.open(log)) {
                long length = Math.min(file.size() - marks.get(host), Integer.MAX_VALUE - 8);
                ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, length));
                while (bytes.hasRemaining() && file.read(bytes, marks.get(host) + bytes.position()) >= 0) {
                    // until all is read
                }
                new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains("duration(ns)"))
                        .forEach(line -> Transfer.parse(host, line).ifPresent(transfers::add));
            } catch (IOException e) {
                throw new ClusterException("the log " + log + " cannot be read: " + e, e);
            }
        });
        return transfers;
    }

    /**
     * Of each written block the record of its pipeline's first DataNode: the writer's own, or else the one that received
     * from somebody who is not in the pipeline.
     */
    static List<Transfer> firstWrites(List<Transfer> transfers, Map<String, String> addressByHost) {
        Map<String, List<Transfer>> byBlock = new LinkedHashMap<>();
        transfers.stream().filter(Transfer::write).forEach(transfer -> byBlock.computeIfAbsent(
                        transfer.block(), block -> new ArrayList<>())
                .add(transfer));
        List<Transfer> firsts = new ArrayList<>();
        for (List<Transfer> pipeline : byBlock.values()) {
            List<String> members = pipeline.stream()
                    .map(transfer -> addressByHost.get(transfer.dataNode()))
                    .toList();
            Optional<Transfer> local = pipeline.stream()
                    .filter(transfer -> transfer.source().equals(addressByHost.get(transfer.dataNode())))
                    .findFirst();
            local.or(() -> pipeline.stream()
                            .filter(transfer -> !members.contains(transfer.source()))
                            .findFirst())
                    .ifPresent(firsts::add);
        }
        return firsts;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.spark.shuffle.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.protocol.plugin.ModeInForce;
import org.fairlead.spark.shuffle.CopyOrder;

/** Orders that blocks of map output are copied to the owners of their partitions, as long as their stage runs. Of the planner's thread. */
final class OutputOrders {
    private final CopyExecutors executors;
    private final CopyOrders orders;
    private final CopyRecords records;
    private final BooleanSupplier readHostsDisks;

    /** @param readHostsDisks whether executors read what others of their host have written from its disks */
    OutputOrders(CopyExecutors executors, CopyOrders orders, CopyRecords records, BooleanSupplier readHostsDisks) {
        this.executors = executors;
        this.orders = orders;
        this.records = records;
        this.readHostsDisks = readHostsDisks;
    }

    /** A task's output is there. */
    void copy(MapStageOutput stage, MapStageOutput.Output output, ModeInForce mode) {
        Optional<CopyOrder.Source> source = executors.address(output.executor());
        String[] owners = stage.owners();
        if (source.isEmpty() || output.lengths().length != owners.length || stage.hasEnded() || mode.isPassive()) {
            return;
        }
        Predicate<CopyOrder.Source> isFar = readHostsDisks.getAsBoolean()
                ? owner -> !owner.host().equals(source.get().host())
                : owner -> !owner.equals(source.get());
        Map<String, List<CopyOrders.Block>> byOwner = new HashMap<>();
        for (int reduce = 0; reduce < owners.length; reduce++) {
            long bytes = output.lengths()[reduce];
            if (EarlyCopies.isCopied(bytes)
                    && executors.address(owners[reduce]).filter(isFar).isPresent()) {
                byOwner.computeIfAbsent(owners[reduce], unused -> new ArrayList<>())
                        .add(new CopyOrders.Block(stage.shuffle(), source.get(), output.map(), reduce, bytes));
            }
        }
        byOwner.forEach((owner, blocks) -> ordered(stage, blocks.subList(0, orders.order(owner, blocks))));
    }

    private void ordered(MapStageOutput stage, List<CopyOrders.Block> blocks) {
        blocks.forEach(block -> stage.ordered(block.map(), block.reduce(), block.bytes()));
        records.planned(
                stage.shuffle(),
                blocks.stream().mapToLong(CopyOrders.Block::bytes).sum());
    }

    /** All tasks of a stage have ended: nothing more of its output is asked for. */
    void end(MapStageOutput stage) {
        if (!stage.hasEnded()) {
            stage.end();
            if (stage.owners().length > 0) {
                orders.enough(stage.shuffle());
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.fairlead.core.profile.StageAttempt;
import org.fairlead.core.task.InputKind;

/** A stage whose tasks read a block each, of which a test says where it lies. All are pending. */
public final class ReadingStage implements StageTasks {
    private final long seed;
    private final List<List<String>> holders;
    private final double bytes;

    /**
     * @param holders of each task's block, hosts by name
     * @param bytes of each block
     */
    public ReadingStage(long seed, List<List<String>> holders, double bytes) {
        this.seed = seed;
        this.holders = holders;
        this.bytes = bytes;
    }

    @Override
    public StageAttempt id() {
        return new StageAttempt(1, 0);
    }

    @Override
    public long seed() {
        return seed;
    }

    @Override
    public int count() {
        return holders.size();
    }

    @Override
    public boolean isPending(int task) {
        return true;
    }

    @Override
    public boolean isRestricted(int task) {
        return false;
    }

    @Override
    public boolean isClosed(String executorId, String host) {
        return false;
    }

    @Override
    public List<String> preferredHosts(int task) {
        return holders.get(task);
    }

    @Override
    public int coresPerTask() {
        return 1;
    }

    @Override
    public Input input() {
        return new Input(InputKind.BLOCKS, task -> bytes, bytes, MapOutput.NONE, Set.of());
    }

    @Override
    public ToDoubleFunction<String> bytesBesides() {
        return host -> 0;
    }

    @Override
    public Optional<String> fifoPool() {
        return Optional.of("default");
    }

    @Override
    public int priority() {
        return 1;
    }

    @Override
    public PendingChanges changes() {
        return new PendingChanges(holders.size());
    }
}

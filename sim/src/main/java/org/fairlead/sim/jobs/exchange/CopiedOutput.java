// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.fairlead.core.shuffle.copy.CopyQueue;
import org.fairlead.core.shuffle.copy.EarlyCopies;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;

/**
 * Copies map output while its stage runs, as {@link EarlyCopies} has planned it: each block that is made goes to the machine that its partition belongs to, asked for in order, of a window of senders at once, within the machine's memory and its pace. Copies
 * are extra, and nothing more is asked for once all outputs are there: a task that runs there reads those that are complete by then in place of fetching them, and none is waited for. Whoever needs the memory takes it, the last copies first.
 */
public final class CopiedOutput {
    /** Of one sender at once: what is copied arrives in pieces of at most so many bytes, or a block. */
    private static final long MOST_BATCH_BYTES = 16L << 20;

    private static final int MOST_WAITING = 1 << 20;

    private final ExchangeMemory memory;
    private final Carrier carrier;
    private final Paces paces;
    /** By machine. */
    private final Receiver[] receivers;
    /** Only looked up, never gone through. */
    private final Map<Shuffle, Copying> shuffles = new HashMap<>();

    private final Map<Integer, Moving> moving = new LinkedHashMap<>();
    private int moves;
    private ExchangeCounts counts = ExchangeCounts.NONE;

    /**
     * What one stage receives of another one.
     *
     * @param maker the stage that makes it, as {@link Exchanges} number it
     * @param reader the stage that reads it
     */
    public record Shuffle(long maker, long reader) {}

    /**
     * What a task made for another one.
     *
     * @param output the how manieth of the maker's outputs
     */
    private record Block(Shuffle shuffle, int output, int task) {}

    /** Memory and queue of a machine. */
    private static final class Receiver {
        private final CopyQueue<Integer, Block> queue = new CopyQueue<>(MOST_WAITING, MOST_BATCH_BYTES);
        /** Bytes of copies that are complete, in the order in which they came. */
        private final Map<Block, Long> held = new LinkedHashMap<>();

        private final Set<Block> arriving = new LinkedHashSet<>();
    }

    private static final class Copying {
        private final int[] ownerOf;
        private final int[] owners;
        private final double[] pace;
        /** Batches on their way that have something of it. */
        private int arriving;

        private boolean isEnough;
        private boolean isPaced = true;

        private Copying(int[] ownerOf, int[] owners, double[] pace) {
            this.ownerOf = ownerOf;
            this.owners = owners;
            this.pace = pace;
        }
    }

    /** A batch on its way. */
    private record Moving(int machine, CopyQueue.Batch<Integer, Block> batch, int transfer, Leg leg) {}

    public CopiedOutput(ExchangeMemory memory, Carrier carrier, int machines) {
        this.memory = memory;
        this.carrier = carrier;
        paces = new Paces(carrier, machines);
        receivers = new Receiver[machines];
        for (int machine = 0; machine < machines; machine++) {
            receivers[machine] = new Receiver();
            receivers[machine].queue.limit(EarlyCopies.WINDOW, Double.POSITIVE_INFINITY);
        }
    }

    /** Whether it was decided whether a shuffle is copied. */
    public boolean isCopied(Shuffle shuffle) {
        return shuffles.containsKey(shuffle);
    }

    /** A shuffle is left to stock. */
    public void stepsAside() {
        counts = counts.and(new ExchangeCounts(0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /**
     * Output of a shuffle is copied from now on.
     *
     * @param machines by number of an executor in the plan
     */
    public void begin(Shuffle shuffle, EarlyCopies.Plan plan, int[] machines) {
        int[] ownerOf = new int[plan.owners().length];
        for (int task = 0; task < ownerOf.length; task++) {
            ownerOf[task] = machines[plan.owners()[task]];
        }
        Copying copying = new Copying(ownerOf, machines.clone(), plan.paceBytesPerSecond());
        shuffles.put(shuffle, copying);
        pace(copying, 1);
        counts = counts.and(new ExchangeCounts(
                1, 0, 0, 0, 0, 0, 0, plan.fetchSeconds() - plan.gainSeconds(), plan.fetchSeconds(), 0));
    }

    private void pace(Copying copying, int more) {
        for (int executor = 0; executor < copying.owners.length; executor++) {
            paces.change(copying.owners[executor], copying.pace[executor], more);
        }
    }

    /** Of a shuffle of which nothing comes any more, other copies do not have the pace. */
    private void unpaceEnded(Copying copying) {
        if (copying.isPaced && copying.isEnough && copying.arriving == 0) {
            copying.isPaced = false;
            pace(copying, -1);
        }
    }

    private static Set<Shuffle> shufflesOf(CopyQueue.Batch<Integer, Block> batch) {
        Set<Shuffle> found = new LinkedHashSet<>();
        batch.parts().forEach(part -> found.add(part.block().shuffle()));
        return found;
    }

    /** A batch is not on its way any more. */
    private void left(CopyQueue.Batch<Integer, Block> batch) {
        for (Shuffle shuffle : shufflesOf(batch)) {
            Copying copying = shuffles.get(shuffle);
            if (copying != null) {
                copying.arriving--;
                unpaceEnded(copying);
            }
        }
    }

    /** The machine that a task's copies go to. */
    public int owner(Shuffle shuffle, int task) {
        return shuffles.get(shuffle).ownerOf[task];
    }

    /**
     * An output is there.
     *
     * @param output the how manieth of its stage
     * @param machine that made it
     * @param bytes by task that reads it
     */
    public void made(Shuffle shuffle, int output, int machine, long[] bytes) {
        Set<Integer> owners = new LinkedHashSet<>();
        for (int task = 0; task < bytes.length; task++) {
            int owner = owner(shuffle, task);
            boolean canFit = bytes[task] <= memory.bytes(owner);
            if (owner != machine && EarlyCopies.isCopied(bytes[task]) && canFit) {
                receivers[owner].queue.add(machine, new Block(shuffle, output, task), bytes[task]);
                owners.add(owner);
            }
        }
        owners.forEach(this::ask);
    }

    /** All outputs of a shuffle are there: nothing more is asked for. What is on its way is still wanted. */
    public void enough(Shuffle shuffle) {
        Copying copying = shuffles.get(shuffle);
        for (int machine : copying.owners) {
            receivers[machine].queue.drop(block -> block.shuffle().equals(shuffle));
        }
        copying.isEnough = true;
        unpaceEnded(copying);
    }

    private void ask(int machine) {
        for (Optional<CopyQueue.Batch<Integer, Block>> batch = next(machine);
                batch.isPresent();
                batch = next(machine)) {
            begin(machine, batch.get());
        }
    }

    /** Without a pace of its own: all copies to a machine share one. */
    private Optional<CopyQueue.Batch<Integer, Block>> next(int machine) {
        return receivers[machine].queue.next(memory.freeBytes(machine), 0);
    }

    private void begin(int machine, CopyQueue.Batch<Integer, Block> batch) {
        memory.reserve(machine, batch.bytes());
        shufflesOf(batch).forEach(shuffle -> shuffles.get(shuffle).arriving++);
        batch.parts().forEach(part -> receivers[machine].arriving.add(part.block()));
        int number = moves++;
        Leg leg = new Leg(batch.sender(), machine, Leg.Kind.BRING);
        moving.put(number, new Moving(machine, batch, carrier.begin(leg, (double) batch.bytes(), number), leg));
    }

    /** All bytes of a batch are there. */
    public void ended(int number) {
        Moving moved = moving.remove(number);
        carrier.ended(moved.transfer(), moved.leg());
        left(moved.batch());
        Receiver receiver = receivers[moved.machine()];
        receiver.queue.ended(moved.batch().sender());
        moved.batch().parts().forEach(part -> {
            if (receiver.arriving.remove(part.block())) {
                receiver.held.put(part.block(), part.bytes());
            } else {
                memory.release(moved.machine(), part.bytes()); // nobody wants it any more
            }
        });
        ask(moved.machine());
    }

    /**
     * A task begins to read: copies that are here are its own, and those that are not are not wanted any more.
     *
     * @param outputs that there are
     * @param allBytes that it reads of them
     * @return the outputs of which it has a copy here
     */
    public BitSet read(Shuffle shuffle, int task, int machine, int outputs, double allBytes) {
        BitSet here = new BitSet();
        int owner = owner(shuffle, task);
        receivers[owner].queue.drop(
                block -> block.task() == task && block.shuffle().equals(shuffle));
        double bytes = 0;
        for (int output = 0; output < outputs; output++) {
            Block block = new Block(shuffle, output, task);
            Optional<Long> copy = drop(owner, block);
            if (copy.isPresent() && owner == machine) {
                here.set(output);
                bytes += copy.get();
            }
        }
        stopUnwanted(owner);
        counts = counts.and(new ExchangeCounts(0, 0, bytes, 0, 0, allBytes - bytes, 0, 0, 0, 0));
        return here;
    }

    /** Takes away what is on its way to a machine and of which nobody wants any part. */
    private void stopUnwanted(int machine) {
        Receiver receiver = receivers[machine];
        List<Integer> unwanted = moving.entrySet().stream()
                .filter(each -> each.getValue().machine() == machine)
                .filter(each -> each.getValue().batch().parts().stream()
                        .noneMatch(part -> receiver.arriving.contains(part.block())))
                .map(Map.Entry::getKey)
                .toList();
        for (int number : unwanted) {
            Moving moved = moving.remove(number);
            carrier.cancel(moved.transfer(), moved.leg());
            left(moved.batch());
            memory.release(machine, moved.batch().bytes());
            receiver.queue.ended(moved.batch().sender());
        }
        ask(machine);
    }

    /** Nobody wants a block any more; its memory is free, once it has come. */
    private Optional<Long> drop(int machine, Block block) {
        Receiver receiver = receivers[machine];
        receiver.arriving.remove(block);
        Optional<Long> bytes = Optional.ofNullable(receiver.held.remove(block));
        bytes.ifPresent(each -> memory.release(machine, each));
        return bytes;
    }

    /** Somebody needs so much memory of a machine: copies go, the last ones first, until it is free or none is left. */
    public void giveWay(int machine, double bytes) {
        Receiver receiver = receivers[machine];
        while (memory.freeBytes(machine) < bytes && !receiver.held.isEmpty()) {
            Block last = null;
            for (Block block : receiver.held.keySet()) {
                last = block;
            }
            drop(machine, last);
        }
    }

    /** Whether a task's block of an output is complete where its copies go. */
    public boolean hasCopy(Shuffle shuffle, int output, int task) {
        return receivers[owner(shuffle, task)].held.containsKey(new Block(shuffle, output, task));
    }

    /** All that read a shuffle have. */
    public void over(Shuffle shuffle) {
        Copying copying = shuffles.get(shuffle);
        for (int machine : copying.owners) {
            Receiver receiver = receivers[machine];
            receiver.queue.drop(block -> block.shuffle().equals(shuffle));
            receiver.arriving.removeIf(block -> block.shuffle().equals(shuffle));
            receiver.held.keySet().stream()
                    .filter(block -> block.shuffle().equals(shuffle))
                    .toList()
                    .forEach(block -> drop(machine, block));
            stopUnwanted(machine);
        }
        if (copying.isPaced) {
            pace(copying, -1);
        }
        shuffles.remove(shuffle);
    }

    /** What was planned and read so far. */
    public ExchangeCounts counts() {
        return counts;
    }
}

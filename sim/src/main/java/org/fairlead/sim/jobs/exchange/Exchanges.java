// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.exchange;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.fairlead.core.shuffle.ByteMatrix;
import org.fairlead.core.shuffle.ExchangePlan;
import org.fairlead.core.shuffle.ExchangePlanner;
import org.fairlead.core.shuffle.Outlook;
import org.fairlead.core.shuffle.ReceiverMemory;
import org.fairlead.sim.jobs.outcome.ExchangeCounts;

/**
 * Carries out plans of exchanges: each is made when the map output of its shuffle is there, blocks are brought to their places in its order, and a task that has come to read waits until those of its
 * partition are, then fetches what lies elsewhere, from all places at once.
 */
public final class Exchanges {
    private final ExchangePlanner planner;
    private final ExchangeMemory memory;
    private final Carrier carrier;
    private final Paces paces;
    private final IntConsumer has;
    /** Only looked up, never gone through. */
    private final Map<Long, Exchange> exchanges = new HashMap<>();

    private final Map<Integer, Reading> readings = new HashMap<>();
    private final List<Moving> moving = new ArrayList<>();
    private final List<Integer> freeNumbers = new ArrayList<>();
    private ExchangeCounts counts = ExchangeCounts.NONE;

    private record Reading(Exchange exchange, Exchange.Reader reader) {}

    /** Bytes under way: what they bring, or who reads them. */
    private record Moving(
            Exchange exchange, Leg leg, int transfer, Optional<Bring> bring, Optional<Exchange.Reader> reader) {}

    /** @param has is given the number of a reader that has all its input */
    public Exchanges(ExchangePlanner planner, ExchangeMemory memory, Carrier carrier, int machines, IntConsumer has) {
        this.planner = planner;
        this.memory = memory;
        this.carrier = carrier;
        this.has = has;
        paces = new Paces(carrier, machines);
    }

    /**
     * Plans the exchange of a shuffle, and begins it unless the plan steps aside.
     *
     * @param machines by number of a host in the matrix and the outlook
     * @return the plan, if it is carried out
     */
    public Optional<ExchangePlan> plan(
            long shuffle, ByteMatrix bytes, int[] machines, Outlook outlook, long nowNanos, long seed) {
        long[] caps = new long[machines.length];
        for (int host = 0; host < machines.length; host++) {
            caps[host] = memory.freeBytes(machines[host]);
        }
        ExchangePlan plan = planner.plan(bytes, new ReceiverMemory(caps), outlook, nowNanos, seed);
        counts = counts.and(ExchangeCounts.of(plan));
        if (plan.stepsAside()) {
            return Optional.empty();
        }
        Exchange exchange = new Exchange(plan, machines, carrier.nowSeconds());
        exchange.reserve(memory);
        exchanges.put(shuffle, exchange);
        pace(exchange, 1);
        begin(exchange, exchange.order.first());
        endIfBrought(exchange);
        return Optional.of(plan);
    }

    private void pace(Exchange exchange, int more) {
        for (int host = 0; host < exchange.machines.length; host++) {
            paces.change(exchange.machines[host], exchange.plan.paceBytesPerSecond(host), more);
        }
    }

    private void endIfBrought(Exchange exchange) {
        if (exchange.brings == 0) {
            pace(exchange, -1);
            counts = counts.brought(carrier.nowSeconds() - exchange.beganSeconds);
        }
    }

    private void begin(Exchange exchange, List<Bring> brings) {
        for (Bring bring : brings) {
            move(exchange, exchange.leg(bring), (double) bring.bytes, Optional.of(bring), Optional.empty());
        }
    }

    private int move(
            Exchange exchange, Leg leg, double bytes, Optional<Bring> bring, Optional<Exchange.Reader> reader) {
        int number = freeNumbers.isEmpty() ? moving.size() : freeNumbers.remove(freeNumbers.size() - 1);
        if (number == moving.size()) {
            moving.add(null);
        }
        moving.set(number, new Moving(exchange, leg, carrier.begin(leg, bytes, number), bring, reader));
        return number;
    }

    /** Whether a shuffle is exchanged. */
    public boolean serves(long shuffle) {
        return exchanges.containsKey(shuffle);
    }

    /**
     * A task has come to read its partition.
     *
     * @param id of the reader, given back when it has all
     */
    public void read(long shuffle, int partition, int machine, int id) {
        Exchange exchange = exchanges.get(shuffle);
        Exchange.Reader reader = new Exchange.Reader(id, partition, machine);
        readings.put(id, new Reading(exchange, reader));
        if (exchange.isPlaced(partition)) {
            fetch(exchange, reader);
        } else {
            exchange.waits(reader);
        }
    }

    public boolean isReading(int id) {
        return readings.containsKey(id);
    }

    /** Whether a reader waits for blocks to be in their places. */
    public boolean waits(int id) {
        Reading reading = readings.get(id);
        return reading != null && reading.reader().legs.isEmpty();
    }

    private void fetch(Exchange exchange, Exchange.Reader reader) {
        exchange.toFetch(reader)
                .forEach((leg, bytes) ->
                        reader.legs.add(move(exchange, leg, bytes, Optional.empty(), Optional.of(reader))));
        endIfRead(reader);
    }

    /** All bytes of a leg are there. */
    public void ended(int number) {
        Moving moved = moving.set(number, null);
        freeNumbers.add(number);
        carrier.ended(moved.transfer(), moved.leg());
        moved.bring().ifPresent(bring -> brought(moved.exchange(), bring));
        moved.reader().ifPresent(reader -> {
            reader.legs.remove(Integer.valueOf(number));
            endIfRead(reader);
        });
    }

    private void brought(Exchange exchange, Bring bring) {
        List<Exchange.Reader> ready = exchange.brought(bring);
        begin(exchange, exchange.order.ended(bring));
        endIfBrought(exchange);
        ready.forEach(reader -> fetch(exchange, reader));
    }

    private void endIfRead(Exchange.Reader reader) {
        if (reader.legs.isEmpty()) {
            readings.remove(reader.id);
            has.accept(reader.id);
        }
    }

    /** A reader is killed. */
    public void leave(int id) {
        Reading reading = readings.remove(id);
        reading.exchange().leaves(reading.reader());
        for (int number : reading.reader().legs) {
            Moving moved = moving.set(number, null);
            freeNumbers.add(number);
            carrier.cancel(moved.transfer(), moved.leg());
        }
    }

    /** The task of a partition has ended: nobody reads its blocks again. */
    public void taskEnded(long shuffle, int partition) {
        Exchange exchange = exchanges.get(shuffle);
        if (exchange != null) {
            exchange.release(partition, memory);
        }
    }

    /** All tasks of a shuffle have ended. */
    public void over(long shuffle) {
        exchanges.remove(shuffle);
    }

    /** What was planned so far. */
    public ExchangeCounts counts() {
        return counts;
    }
}

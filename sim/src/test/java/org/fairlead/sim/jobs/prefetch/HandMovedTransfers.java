// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.jobs.prefetch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Bytes that arrive when a test says so; parts of 60 bytes unless it says otherwise. */
final class HandMovedTransfers implements Transfers {
    final Map<InputPart, Double> sizes = new HashMap<>();
    final Map<Integer, Double> left = new LinkedHashMap<>();
    final Map<Integer, Double> floors = new HashMap<>();
    final List<InputPart> begun = new ArrayList<>();
    final Set<InputPart> useless = new HashSet<>();
    final List<Double> passes = new ArrayList<>();
    final List<Integer> arriving = new ArrayList<>();
    /** By part, the machine whose memory it uses. */
    private final Map<InputPart, Integer> using = new HashMap<>();
    /** By machine, bytes. */
    final Map<Integer, Double> held = new HashMap<>();

    /** By machine, bytes; those of tasks are among those received. */
    final Map<Integer, Long> received = new HashMap<>();

    final Map<Integer, Long> ofTasks = new HashMap<>();
    /** Machines to which transfers do not go on. */
    final Set<Integer> stopped = new HashSet<>();

    double moved;
    double now;

    @Override
    public double nowSeconds() {
        return now;
    }

    @Override
    public void passAt(double seconds) {
        passes.add(seconds);
    }

    @Override
    public boolean isUseful(FetchRequest request) {
        return !useless.contains(request.part());
    }

    @Override
    public double bytes(InputPart part) {
        return sizes.getOrDefault(part, 60.0);
    }

    @Override
    public int residualTasks(int job) {
        return 1 + job;
    }

    @Override
    public int begin(FetchRequest request) {
        begun.add(request.part());
        left.put(begun.size(), bytes(request.part()));
        arriving.add(begun.size());
        using.put(request.part(), request.machine());
        held.merge(request.machine(), bytes(request.part()), Double::sum);
        return begun.size();
    }

    void isOver(InputPart part) {
        Integer machine = using.remove(part);
        if (machine != null) {
            held.merge(machine, -bytes(part), Double::sum);
        }
    }

    void takenOver(int transfer) {
        moved += bytes(begun.get(transfer - 1)) - left.remove(transfer);
        arriving.remove((Integer) transfer);
    }

    @Override
    public double left(int transfer) {
        return left.get(transfer);
    }

    @Override
    public List<Integer> links(int transfer) {
        return List.of(0);
    }

    @Override
    public double capacity(int link) {
        return 10;
    }

    @Override
    public void guarantee(int transfer, double bytesPerSecond) {
        floors.put(transfer, bytesPerSecond);
    }

    @Override
    public long receivedBytes(int machine) {
        return received.getOrDefault(machine, 0L);
    }

    @Override
    public long taskBytes(int machine) {
        return ofTasks.getOrDefault(machine, 0L);
    }

    @Override
    public void lets(int machine, boolean goOn) {
        if (goOn) {
            stopped.remove(machine);
        } else {
            stopped.add(machine);
        }
    }

    @Override
    public void cancel(int transfer) {
        takenOver(transfer);
    }

    @Override
    public void ended(int transfer) {
        left.put(transfer, 0.0);
        takenOver(transfer);
    }
}

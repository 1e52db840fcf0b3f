// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.plan;

import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The executors, as offers show them: where they run, how many cores they have and how many are free. Written under the scheduler's lock, read
 * by the planner without it.
 */
public final class ExecutorSlots {
    private final ConcurrentHashMap<String, Executor> byId = new ConcurrentHashMap<>();
    /** Cores of executors that are left out, by their ids. */
    private final ConcurrentHashMap<String, Integer> leftOut = new ConcurrentHashMap<>();

    private final AtomicLong version = new AtomicLong();
    private volatile Total total = new Total(-1, 0);

    /** Cores of all executors, of a version of the table. */
    private record Total(long version, int cores) {}

    /** An executor; its cores are the most that were ever free. */
    public static final class Executor {
        private final String id;
        private final String host;
        private volatile int cores;
        private volatile int freeCores;

        private Executor(String id, String host, int cores) {
            this.id = id;
            this.host = host;
            this.cores = cores;
        }

        public String id() {
            return id;
        }

        public String host() {
            return host;
        }

        public int cores() {
            return cores;
        }

        public int freeCores() {
            return freeCores;
        }

        /** @return whether it has more cores than was known */
        private boolean free(int now) {
            freeCores = now;
            boolean more = now > cores;
            if (more) {
                cores = now;
            }
            return more;
        }

        /** One thread at a time writes: that which holds the scheduler's lock. */
        @SuppressWarnings("NonAtomicVolatileUpdate")
        private void take(int taken) {
            freeCores = Math.max(0, freeCores - taken);
        }
    }

    public void offered(String executorId, String host, int freeCores) {
        Executor executor = byId.get(executorId);
        boolean back = false;
        if (executor == null) {
            Integer cores = leftOut.remove(executorId);
            back = cores != null;
            executor = new Executor(executorId, host, back ? cores : 0);
            byId.put(executorId, executor);
        }
        if (executor.free(freeCores) || back) {
            version.incrementAndGet();
        }
    }

    public void launched(String executorId, int cores) {
        Executor executor = byId.get(executorId);
        if (executor != null) {
            executor.take(cores);
        }
    }

    public boolean isKnown(String executorId) {
        return byId.containsKey(executorId);
    }

    /** Cores of an executor that are free; 0 when it is not known. */
    public int freeCores(String executorId) {
        Executor executor = byId.get(executorId);
        return executor == null ? 0 : executor.freeCores();
    }

    public void lost(String executorId) {
        leftOut.remove(executorId);
        if (byId.remove(executorId) != null) {
            version.incrementAndGet();
        }
    }

    /** It gets nothing, until it is offered again: then it has as many cores as before, however many of them are free. */
    public void leaveOut(String executorId) {
        Executor executor = byId.remove(executorId);
        if (executor != null) {
            leftOut.put(executorId, executor.cores());
            version.incrementAndGet();
        }
    }

    /** So do those of which this is so. */
    public void leaveOutIf(Predicate<Executor> out) {
        byId.values().stream().filter(out).map(Executor::id).toList().forEach(this::leaveOut);
    }

    /** Grows whenever an executor comes or goes. */
    public long version() {
        return version.get();
    }

    /** Of all executors; summed up once for each {@link #version}. */
    public int cores() {
        long now = version.get();
        Total known = total;
        if (known.version() != now) {
            known = new Total(
                    now, byId.values().stream().mapToInt(Executor::cores).sum());
            total = known;
        }
        return known.cores();
    }

    public Collection<Executor> all() {
        return byId.values();
    }
}

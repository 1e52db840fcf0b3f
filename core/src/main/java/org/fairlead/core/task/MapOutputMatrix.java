// SPDX-License-Identifier: Apache-2.0
package org.fairlead.core.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Bytes of map output by the task that receives them and the host that holds them: a sparse matrix in compressed rows. Tasks that receive from the
 * same hosts by the same shares, whatever their bytes, have one row: the set's as a whole, or that of the first of them. Hosts by index. Immutable.
 *
 * <p>Example: 20,000 tasks receive from 200 hosts what a hash has spread: one row. Tasks 7 and 9 receive half of theirs from one host each: three rows, 600
 * entries of 8 bytes, and 80 kB that say which task has which.
 */
public final class MapOutputMatrix {
    /** Of a set of which nobody knows who sends. */
    public static final MapOutputMatrix UNKNOWN =
            new MapOutputMatrix(new MapOutputLocations[0], new int[0], MapOutputLocations.UNKNOWN);

    /** Entries kept, of rows that differ, 8 bytes each; tasks beyond are taken to receive what all do. */
    static final int MOST_ENTRIES = 4_000_000;

    /**
     * A row of which at most this share would have to lie elsewhere for it to be another is taken to be that: times predicted by it are as exact as
     * Spark's sizes, which are known to a twentieth.
     */
    static final double ALIKE = 0.05;

    /** Kept rows with which another is compared before it is kept as well. */
    private static final int MOST_COMPARED = 8;

    private static final int SHARED = -1;

    private final MapOutputLocations[] rows;
    /** By task, the number of its row; {@link #SHARED} where it is as the whole set's. */
    private final int[] rowOf;

    private final MapOutputLocations whole;

    private MapOutputMatrix(MapOutputLocations[] rows, int[] rowOf, MapOutputLocations whole) {
        this.rows = rows;
        this.rowOf = rowOf;
        this.whole = whole;
    }

    /** All tasks receive from the same hosts by the same shares. */
    public static MapOutputMatrix alike(MapOutputLocations all) {
        return all.areUnknown() ? UNKNOWN : new MapOutputMatrix(new MapOutputLocations[0], new int[0], all);
    }

    /**
     * All tasks receive from the same hosts by the same shares.
     *
     * @param bytes by host, of all tasks together
     */
    public static MapOutputMatrix alike(Map<Integer, Double> bytes) {
        return alike(new MapOutputLocations(bytes));
    }

    public boolean isUnknown() {
        return whole.areUnknown();
    }

    /** Whether some task receives by other shares than the set as a whole. */
    public boolean differs() {
        return rows.length > 0;
    }

    /** Who sends what the tasks of the set receive together. */
    public MapOutputLocations whole() {
        return whole;
    }

    /** Who sends what a task receives, always the same object for the same task; the shared row where nothing else is known. */
    public MapOutputLocations of(int task) {
        int row = task >= 0 && task < rowOf.length ? rowOf[task] : SHARED;
        return row == SHARED ? whole : rows[row];
    }

    /**
     * The same rows for a set of other tasks, or of tasks with other numbers.
     *
     * @param numbers a task's number so far, by its new one
     */
    public MapOutputMatrix ofTasks(int tasks, IntUnaryOperator numbers) {
        int[] byTask = new int[tasks];
        Arrays.setAll(byTask, task -> {
            int number = numbers.applyAsInt(task);
            return number < rowOf.length ? rowOf[number] : SHARED;
        });
        return differs() ? new MapOutputMatrix(rows, byTask, whole) : this;
    }

    /** Entries kept. */
    int entries() {
        return Arrays.stream(rows).mapToInt(MapOutputLocations::count).sum() + whole.count();
    }

    /**
     * The same, with hosts by other indices.
     *
     * @param indices by the index so far; −1 of a host that is not known: its bytes are left out. Of two that are one, the bytes are added
     * @param hosts how many indices there are
     */
    public MapOutputMatrix onHosts(IntUnaryOperator indices, int hosts) {
        double[] bytes = new double[hosts];
        Builder builder = new Builder();
        for (int task = 0; task < rowOf.length; task++) {
            if (rowOf[task] != SHARED) {
                move(rows[rowOf[task]], indices, bytes);
                builder.keep(task, bytes);
            }
        }
        move(whole, indices, bytes);
        return builder.build(bytes);
    }

    private static void move(MapOutputLocations row, IntUnaryOperator indices, double[] bytes) {
        Arrays.fill(bytes, 0);
        for (int i = 0; i < row.count(); i++) {
            int host = indices.applyAsInt(row.host(i));
            if (host >= 0) {
                bytes[host] += row.bytesAt(i);
            }
        }
    }

    /** Takes rows in, one after the other. */
    public static final class Builder {
        private double[] whole = {};
        private int[] rowOf = {};
        private int[] starts = new int[16];
        private int rows;
        private int[] hosts = new int[64];
        private float[] bytes = new float[64];

        /**
         * Adds a task, once.
         *
         * @param row bytes by host; may be changed afterwards
         */
        public void add(int task, double[] row) {
            if (row.length > whole.length) {
                whole = Arrays.copyOf(whole, row.length);
            }
            for (int host = 0; host < row.length; host++) {
                whole[host] += row[host];
            }
            keep(task, row);
        }

        private void keep(int task, double[] row) {
            if (task >= rowOf.length) {
                int known = rowOf.length;
                rowOf = Arrays.copyOf(rowOf, Math.max(task + 1, 2 * known));
                Arrays.fill(rowOf, known, rowOf.length, SHARED);
            }
            int end = starts[rows];
            for (int host = 0; host < row.length; host++) {
                if (row[host] > 0) {
                    if (end == hosts.length) {
                        hosts = Arrays.copyOf(hosts, 2 * end);
                        bytes = Arrays.copyOf(bytes, 2 * end);
                    }
                    hosts[end] = host;
                    bytes[end] = (float) row[host];
                    end++;
                }
            }
            if (end == starts[rows] || end > MOST_ENTRIES) {
                return;
            }
            rowOf[task] = rows;
            rows++;
            if (rows == starts.length) {
                starts = Arrays.copyOf(starts, 2 * rows);
            }
            starts[rows] = end;
        }

        /** Rows that are alike become one. */
        public MapOutputMatrix build() {
            return build(whole);
        }

        private MapOutputMatrix build(double[] all) {
            MapOutputLocations shared = row(all);
            List<MapOutputLocations> kept = new ArrayList<>();
            int[] uses = new int[rows];
            int[] keptOf = new int[rows];
            for (int row = 0; row < rows; row++) {
                MapOutputLocations one =
                        new MapOutputLocations(hosts, bytes, starts[row], starts[row + 1] - starts[row], true);
                keptOf[row] = alike(one, shared, kept);
                if (keptOf[row] == kept.size()) {
                    kept.add(one);
                }
                if (keptOf[row] != SHARED) {
                    uses[keptOf[row]]++;
                }
            }
            if (kept.isEmpty()) {
                return MapOutputMatrix.alike(shared);
            }
            int[] byTask = new int[rowOf.length];
            Arrays.setAll(byTask, task -> rowOf[task] == SHARED ? SHARED : keptOf[rowOf[task]]);
            return new MapOutputMatrix(compact(kept, uses), byTask, shared);
        }

        /** The number of a kept row that is alike, {@link #SHARED}, or the next number where none is. */
        private static int alike(MapOutputLocations one, MapOutputLocations shared, List<MapOutputLocations> kept) {
            if (isAlike(one, shared)) {
                return SHARED;
            }
            for (int i = 0; i < Math.min(MOST_COMPARED, kept.size()); i++) {
                if (isAlike(one, kept.get(i))) {
                    return i;
                }
            }
            return kept.size();
        }

        /** Copies of rows, in arrays without a gap. */
        private static MapOutputLocations[] compact(List<MapOutputLocations> kept, int[] uses) {
            int entries = kept.stream().mapToInt(MapOutputLocations::count).sum();
            int[] hosts = new int[entries];
            float[] bytes = new float[entries];
            MapOutputLocations[] compact = new MapOutputLocations[kept.size()];
            int end = 0;
            for (int row = 0; row < compact.length; row++) {
                MapOutputLocations one = kept.get(row);
                for (int i = 0; i < one.count(); i++) {
                    hosts[end + i] = one.host(i);
                    bytes[end + i] = (float) one.bytesAt(i);
                }
                compact[row] = new MapOutputLocations(hosts, bytes, end, one.count(), uses[row] == 1);
                end += one.count();
            }
            return compact;
        }

        private static MapOutputLocations row(double[] bytesByHost) {
            Builder one = new Builder();
            one.keep(0, bytesByHost);
            return new MapOutputLocations(one.hosts, one.bytes, 0, one.starts[one.rows], false);
        }

        /** Whether a row's shares are another's, but for a little. */
        private static boolean isAlike(MapOutputLocations one, MapOutputLocations other) {
            double more = 0; // what a host has beyond its share is what others lack
            int at = 0;
            for (int i = 0; i < one.count() && more <= ALIKE; i++) {
                while (at < other.count() && other.host(at) < one.host(i)) {
                    at++;
                }
                boolean sends = at < other.count() && other.host(at) == one.host(i);
                more += Math.max(0, one.shareAt(i) - (sends ? other.shareAt(at) : 0));
            }
            return more <= ALIKE;
        }
    }
}

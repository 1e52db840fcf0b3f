// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.workload.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fairlead.sim.workload.Job;
import org.fairlead.sim.workload.Stage;
import org.fairlead.sim.workload.Stage.Input;
import org.fairlead.sim.workload.Stage.Output;
import org.fairlead.sim.workload.Workload;
import org.fairlead.sim.workload.Workload.StoredFile;

/**
 * Makes the queries of Cormorant's section IV: TPC-H by Hive, each query a chain of MapReduce jobs. Nothing but when queries arrive together is left to chance.
 *
 * <p>A query joins its tables one after the other: a job scans what came of the last join and the next table, shuffles both and writes what they match; a last job aggregates. A
 * query of one table aggregates what it scans.
 *
 * <p>Source: P. Xiong, X. He, H. Hacigumus, P. Shenoy, Cormorant, section IV: TPC-H at scale 100, chunks of 512 MB, one replica, Hive 0.11. Which tables a query reads, how often, and how
 * large they are: the TPC-H specification, without tables below a chunk's thousandth. Ours: the order of joins (as the query names them, the largest first), and all shares and
 * seconds, of which the paper says nothing.
 */
public final class CormorantQueries {
    /** How many there are; they are numbered from 1. */
    public static final int COUNT = 22;

    /** Hive's default: a reduce for so much that is scanned. */
    public static final double BYTES_OF_REDUCE = 1e9;

    private static final double AGGREGATED_SHARE = 0.01;
    private static final String TABLES = "LOXPCS";
    private static final List<String> NAMES = List.of("lineitem", "orders", "partsupp", "part", "customer", "supplier");
    /** At scale 100. */
    private static final List<Double> BYTES = List.of(74.1e9, 17.2e9, 11.6e9, 2.4e9, 2.4e9, 0.14e9);

    /** Tables of each query by their letters, in the order of joins. */
    private static final List<String> QUERIES = List.of(
            "L", "XPSXS", "LOC", "LO", "LOCS", "L", "LOCS", "LPOCS", "LXPOS", "LOC", "XSXS", "LO", "OC", "LP", "LSL",
            "XPS", "LPL", "LOCL", "LP", "LXPS", "LOSLL", "COC");

    private CormorantQueries() {}

    /**
     * @param scale 1 for TPC-H's scale 100
     * @param blockBytes a map for each of them
     * @param reduceBytes that are scanned for each reduce
     * @param mapSecondsPerByte processor seconds of a map for a byte of input
     * @param reduceSecondsPerByte of a reduce
     * @param shuffleShare what a scan of a join shuffles of a byte that it reads, above 0
     * @param outputShare what a join writes of a byte that it received, above 0
     */
    public record Options(
            double scale,
            long blockBytes,
            double reduceBytes,
            double mapSecondsPerByte,
            double reduceSecondsPerByte,
            double shuffleShare,
            double outputShare) {
        public Options {
            Stages.require(scale > 0 && scale <= 1000 && blockBytes >= 1, "the scale must be above 0 and at most 1000");
            Stages.require(
                    mapSecondsPerByte >= 0 && reduceSecondsPerByte >= 0, "seconds for a byte must be at least 0");
            Stages.require(reduceBytes >= 1, "bytes of a reduce must be at least 1");
            Stages.require(shuffleShare > 0 && outputShare > 0, "shares must be above 0");
        }
    }

    /** @param query from 1 to {@value #COUNT} */
    public static Workload workload(int query, Options options) {
        Chain chain = chain("q" + query, query, options);
        return new Workload(chain.name, List.copyOf(chain.files.values()), List.of(chain.job(0)));
    }

    /**
     * Queries of many users, which arrive independently of each other: all {@value #COUNT} as often as there is room for them, in an order that is drawn.
     *
     * @param count how many
     * @param gapSeconds from one to the next in the mean, exponential
     */
    public static Workload together(int count, double gapSeconds, Options options, long seed) {
        Chance chance = new Chance(seed, "cormorant-queries");
        Map<String, StoredFile> files = new LinkedHashMap<>();
        List<Job> jobs = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        double submitSeconds = 0;
        for (int i = 1; i <= count; i++) {
            if (left.isEmpty()) {
                IntStream.rangeClosed(1, COUNT).forEach(left::add);
            }
            int query = left.remove(chance.below(left.size()));
            Chain chain = chain("q" + query + "-" + i, query, options);
            files.putAll(chain.files);
            submitSeconds += chance.exponential(gapSeconds);
            jobs.add(chain.job(Chance.milliseconds(submitSeconds)));
        }
        return new Workload("queries", List.copyOf(files.values()), jobs);
    }

    private static Chain chain(String name, int query, Options options) {
        Stages.require(query >= 1 && query <= COUNT, "queries are numbered from 1 to " + COUNT);
        Chain chain = new Chain(name, options);
        String tables = QUERIES.get(query - 1);
        Scan scanned = chain.table(tables.charAt(0));
        for (int i = 1; i < tables.length(); i++) {
            scanned = chain.join(scanned, chain.table(tables.charAt(i)));
        }
        chain.aggregate(scanned);
        return chain;
    }

    /** Something to be scanned, and the stage that wrote it; −1 for a table. */
    private record Scan(String file, double bytes, int writer) {}

    private static final class Chain {
        private final String name;
        private final Options options;
        private final Map<String, StoredFile> files = new LinkedHashMap<>();
        private final List<Stage> stages = new ArrayList<>();

        Chain(String name, Options options) {
            this.name = name;
            this.options = options;
        }

        Scan table(char letter) {
            int at = TABLES.indexOf(letter);
            double bytes = BYTES.get(at) * options.scale();
            files.computeIfAbsent(
                    NAMES.get(at), file -> new StoredFile(file, Math.round(bytes), options.blockBytes(), 0));
            return new Scan(NAMES.get(at), bytes, -1);
        }

        private int scan(Scan scan, double shuffleShare) {
            int maps = (int) Math.max(1, Math.ceil(scan.bytes() / options.blockBytes()));
            stages.add(new Stage(
                    maps,
                    new Input.File(scan.file()),
                    options.mapSecondsPerByte(),
                    0,
                    new Output.Shuffle(Math.max(1, Math.round(scan.bytes() * shuffleShare))),
                    scan.writer() < 0 ? List.of() : List.of(scan.writer()),
                    List.of(),
                    List.of()));
            return stages.size() - 1;
        }

        private Stage reduces(double scannedBytes, Output output, List<Integer> parents) {
            int tasks = (int) Math.max(1, Math.ceil(scannedBytes / options.reduceBytes()));
            return new Stage(
                    tasks,
                    new Input.Shuffle(List.of()),
                    options.reduceSecondsPerByte(),
                    0,
                    output,
                    parents,
                    List.of(),
                    List.of());
        }

        Scan join(Scan one, Scan other) {
            List<Integer> parents = List.of(scan(one, options.shuffleShare()), scan(other, options.shuffleShare()));
            double scanned = one.bytes() + other.bytes();
            double written = Math.max(1, scanned * options.shuffleShare() * options.outputShare());
            stages.add(reduces(scanned, Stages.files(written), parents));
            int writer = stages.size() - 1;
            return new Scan(name + "/" + writer, written, writer);
        }

        void aggregate(Scan scan) {
            int parent = scan(scan, AGGREGATED_SHARE);
            stages.add(reduces(scan.bytes() * AGGREGATED_SHARE, new Output.None(), List.of(parent)));
        }

        Job job(double submitSeconds) {
            return new Job(name, "query", "default", submitSeconds, stages);
        }
    }
}

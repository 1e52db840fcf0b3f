// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fairlead.testbed.results.Check;
import org.fairlead.testbed.results.LinkSeries;
import org.fairlead.testbed.results.MeasuredSample;
import org.fairlead.testbed.results.RoundRecord;
import org.fairlead.testbed.results.RunRecord;
import org.fairlead.testbed.results.WorkSpan;

/** Made-up runs that look like real ones: twelve hosts in four racks, half of which carry the background traffic. */
final class SampleRun {
    static final String STOCK = "stock";
    static final String QUIET = "stock-no-traffic";
    static final String TUNED = "stock-tuned";
    static final String AGAIN = "stock-again";
    private static final List<String> QUERIES = List.of("q1", "q6", "q12");

    private final Random random;
    private final int seconds;

    private SampleRun(long seed, int seconds) {
        this.random = new Random(seed);
        this.seconds = seconds;
    }

    /** The demo: the contenders that it compares, over some repetitions. */
    static RunRecord demo(int repetitions) {
        return run(repetitions, List.of(STOCK, QUIET, TUNED), 46, "complete");
    }

    /** The largest run that a page has to take: five contenders, 60 links, two minutes a round. */
    static RunRecord large() {
        return run(20, List.of(STOCK, QUIET, TUNED, "fairlead-writes", "fairlead-full"), 120, "complete");
    }

    static RunRecord run(int repetitions, List<String> contenders, int seconds, String status) {
        SampleRun sample = new SampleRun(7, seconds);
        List<String> ran = new ArrayList<>(contenders);
        ran.add(AGAIN);
        List<RoundRecord> rounds = new ArrayList<>();
        double start = 12;
        for (int repetition = 1; repetition <= repetitions; repetition++) {
            double slow = Math.exp(0.05 * sample.random.nextGaussian());
            for (String contender : ran) {
                if (repetition == 2 && contender.equals(TUNED)) {
                    rounds.add(sample.round(repetition, 1, contender, "CPU 81 % busy, above 75 %", start, slow * 1.3));
                    start += seconds + 9;
                    rounds.add(sample.round(repetition, 2, contender, "", start, slow));
                } else {
                    rounds.add(sample.round(repetition, 1, contender, "", start, slow));
                }
                start += seconds + 9;
            }
        }
        return of(contenders, rounds, status);
    }

    static RunRecord of(List<String> contenders, List<RoundRecord> rounds, String status) {
        return Comparisons.record(
                status,
                "2026-03-14T09:26:53+01:00",
                scenario(),
                environment(),
                new Comparisons.Roles(STOCK, AGAIN, QUIET, "", List.of()),
                contenders,
                List.copyOf(rounds));
    }

    private RoundRecord round(
            int repetition, int attempt, String contender, String notCounted, double start, double slow) {
        double factor = slow
                * switch (contender) {
                    case QUIET -> 0.47;
                    case TUNED -> 0.94;
                    case "fairlead-writes" -> 0.7;
                    case "fairlead-full" -> 0.58;
                    default -> 1.0;
                };
        List<MeasuredSample> samples = new ArrayList<>();
        List<WorkSpan> spans = new ArrayList<>();
        writes(factor, samples, spans);
        double end = spans.stream().mapToDouble(WorkSpan::endSeconds).max().orElseThrow();
        queries(factor, end, samples, spans);
        List<Check> checks = new ArrayList<>(List.of(
                new Check("bytes read equal bytes written", true, "36 files, 604 MB"),
                new Check("fsck healthy", true, "144 blocks"),
                new Check("no link above its capacity", true, "largest 99.1 %"),
                new Check("query results equal", true, "3 queries")));
        if (!notCounted.isEmpty()) {
            checks.add(new Check("CPU not the bottleneck", false, "81 % busy, at most 75 % is accepted"));
        }
        return new RoundRecord(
                repetition,
                attempt,
                contender,
                notCounted,
                start,
                seconds * (0.8 + 0.2 * factor),
                notCounted.isEmpty() ? 0.42 + 0.1 * random.nextDouble() : 0.81,
                false,
                samples,
                spans,
                links(contender),
                checks);
    }

    private void writes(double factor, List<MeasuredSample> samples, List<WorkSpan> spans) {
        for (int host = 1; host <= 12; host++) {
            double now = random.nextDouble();
            for (int file = 1; file <= 3; file++) {
                double begin = now;
                String name = "/tpch/lineitem/part-" + host + "-" + file;
                for (int block = 0; block < 4; block++) {
                    double time = 0.9 * factor * Math.exp(0.45 * random.nextGaussian());
                    samples.add(MeasuredSample.seconds("block_write_time", time, name + "#" + block, "h" + host));
                    now += time;
                }
                samples.add(MeasuredSample.seconds("file_write_time", now - begin, name, "h" + host));
                spans.add(new WorkSpan("write", "h" + host, name, begin, now));
                samples.add(MeasuredSample.seconds(
                        "read_time", 1.2 * factor * Math.exp(0.3 * random.nextGaussian()), name, "h" + host));
            }
        }
    }

    private void queries(double factor, double from, List<MeasuredSample> samples, List<WorkSpan> spans) {
        double now = from + 0.5;
        for (String query : QUERIES) {
            double length =
                    (query.equals("q6") ? 3.1 : 5.4) * Math.pow(factor, 0.7) * Math.exp(0.06 * random.nextGaussian());
            samples.add(MeasuredSample.seconds("query_time", length, query, "driver"));
            for (int host = 1; host <= 12; host++) {
                for (int core = 0; core < 2; core++) {
                    double at = now + 0.2 * random.nextDouble();
                    while (at < now + length * 0.85) {
                        double read = length * (0.06 + 0.1 * random.nextDouble());
                        double task = Math.min(now + length, at + read + length * 0.12 * random.nextDouble());
                        spans.add(new WorkSpan("read", "h" + host, query + " scan", at, at + read));
                        spans.add(new WorkSpan("task", "h" + host, query + " task " + spans.size(), at, task));
                        at = task + 0.03;
                    }
                }
            }
            now += length + 0.4;
        }
    }

    private List<LinkSeries> links(String contender) {
        List<LinkSeries> links = new ArrayList<>();
        for (int host = 1; host <= 12; host++) {
            int rack = (host + 2) / 3;
            links.add(link("h" + host + "->rack" + rack, 12.5e6, 0.3));
            links.add(link("rack" + rack + "->h" + host, 12.5e6, 0.32));
        }
        boolean traffic = !contender.equals(QUIET);
        for (int rack = 1; rack <= 4; rack++) {
            for (int core = 1; core <= 2; core++) {
                double load = rack <= 2 && traffic ? 0.93 : 0.36;
                links.add(link("rack" + rack + "->core" + core, 12.5e6, load));
                links.add(link("core" + core + "->rack" + rack, 12.5e6, load * 0.9));
            }
        }
        for (int n = 1; n <= 4; n++) {
            links.add(link("n" + n + "->rack" + n, 12.5e6, traffic && n <= 2 ? 0.8 : 0.01));
            links.add(link("rack" + n + "->n" + n, 12.5e6, traffic && n <= 2 ? 0.75 : 0.01));
        }
        while (seconds > 100 && links.size() < 60) {
            links.add(link("spare" + links.size() + "->core1", 125e6, 0.1));
        }
        return links;
    }

    private LinkSeries link(String name, double capacity, double load) {
        List<Double> rates = new ArrayList<>();
        double level = load;
        for (int second = 0; second < seconds; second++) {
            level += 0.4 * (load - level) + 0.12 * random.nextGaussian();
            double wave = load > 0.7 ? 1 : second < seconds * 0.45 || second % 11 < 7 ? 1.2 : 0.15;
            rates.add((double) Math.round(capacity * Math.max(0, Math.min(0.995, level * wave))));
        }
        return new LinkSeries(name, capacity, rates);
    }

    private static Map<String, Object> scenario() {
        Map<String, Object> scenario = new LinkedHashMap<>();
        scenario.put("name", "Demo: 12 hosts in 4 racks, half of them congested");
        scenario.put("file", "scenarios/demo.yaml");
        scenario.put("command", "./fairlead demo --seed 42");
        scenario.put("seed", 42);
        scenario.put("queueing", "fair");
        Map<String, Object> topology = new LinkedHashMap<>();
        topology.put("racks", 4);
        topology.put("hosts_per_rack", 3);
        topology.put("link", "100mbit");
        topology.put("cores", 2);
        scenario.put("topology", topology);
        scenario.put(
                "traffic",
                List.of(
                        Map.of("kind", "udp", "from", "n1", "to", "n2", "rate", "80mbit"),
                        Map.of("kind", "tcp", "from", "n2", "to", "n1", "flows", 4)));
        return scenario;
    }

    private static Map<String, Object> environment() {
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("kernel", "Linux 6.18.2 x86_64");
        environment.put("processors", 2);
        environment.put("memory_bytes", 16_777_216_000L);
        environment.put("java", "17.0.17");
        environment.put("hadoop", "3.5.0");
        environment.put("spark", "4.2.0");
        environment.put("congestion_control", "cubic");
        return environment;
    }
}

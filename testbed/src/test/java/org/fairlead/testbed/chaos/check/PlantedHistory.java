// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A history of 200 seconds as lines, with faults of 10 s at 40 s and 100 s; right until something in it is changed. */
final class PlantedHistory {
    static final String RUN = "{\"event\":\"run\",\"at\":0.0,\"seed\":1}";

    private final List<String> lines = new ArrayList<>();

    static PlantedHistory right() {
        PlantedHistory history = new PlantedHistory();
        history.lines.add(RUN);
        history.add("{'event':'answer','at':0.0,'name':'q1','digest':'d1'}");
        for (int i = 0; i < 100; i++) {
            history.transfer("write", i, 2 * i, 2 * i + 1.5, "d" + i);
            history.transfer("read", i, 2 * i + 1.6, 2 * i + 1.9, "d" + i);
            if (i % 10 == 0) {
                history.add("{'event':'delete','path':'/f%d','at':%f}", i, 2 * i + 1.95);
            }
            history.add(
                    "{'event':'query','name':'q1','start':%f,'end':%f,'digest':'d1','error':''}", 2.0 * i, 2 * i + 1.0);
        }
        for (int second = 1; second <= 200; second++) {
            history.throughput(second, 1_000_000 + 10_000 * (second % 7));
            history.machine(second, 0.1);
            history.sample(second, 5 * second, second, Map.of("h1", 12e6, "h2", 10e6));
            history.add(
                    "{'event':'decision','at':%f,'client':'h1','enforced':true,'chosen':['h1','h2','h3']}",
                    (double) second);
        }
        history.fault(1, "slow-link", "h2", 40, 50, false, false);
        history.fault(2, "kill-datanode", "h9", 100, 110, false, true);
        history.add("{'event':'end','at':200.0}");
        history.add("{'event':'fsck','at':201.0,'healthy':true,'said':''}");
        for (int i = 0; i < 100; i++) {
            if (i % 10 != 0) {
                history.add("{'event':'stored','at':202.0,'path':'/f%d','digest':'d%d','bytes':10}", i, i);
            }
        }
        return history;
    }

    private void transfer(String event, int number, double start, double end, String digest) {
        add(
                "{'event':'%s','path':'/f%d','host':'h1','start':%f,'end':%f,'bytes':10,'digest':'%s','error':''}",
                event, number, start, end, digest);
    }

    PlantedHistory throughput(int second, long bytes) {
        return add("{'event':'throughput','at':%f,'written':%d,'read':0}", (double) second, bytes);
    }

    PlantedHistory machine(int second, double others) {
        return add("{'event':'machine','at':%f,'others':%f}", (double) second, others);
    }

    PlantedHistory sample(int second, int enforced, int others, Map<String, Double> free) {
        return sample(second, enforced, others, 0, 0.001 * second, free);
    }

    PlantedHistory sample(
            int second, int enforced, int others, int slow, double waitedSeconds, Map<String, Double> free) {
        StringBuilder hosts = new StringBuilder();
        new TreeMap<>(free).forEach((host, bytes) -> hosts.append(hosts.isEmpty() ? "" : ",")
                .append("'" + host + "':" + bytes));
        return add(
                "{'event':'sample','at':%f,'epoch':7,'enforced':%d,'others':%d,'slow':%d,'waited_seconds':%f,'free':{%s}}",
                (double) second, enforced, others, slow, waitedSeconds, hosts);
    }

    PlantedHistory fault(
            int number, String kind, String target, double begin, double end, boolean away, boolean silences) {
        add(
                "{'event':'fault-begin','at':%f,'fault':%d,'kind':'%s','target':'%s','takes_decisions_away':%s,'silences_host':%s}",
                begin, number, kind, target, away, silences);
        return add("{'event':'fault-end','at':%f,'fault':%d,'lasted_until':%f}", end, number, end - 1);
    }

    PlantedHistory add(String line, Object... values) {
        lines.add(String.format(Locale.ROOT, line, values).replace('\'', '"'));
        return this;
    }

    PlantedHistory without(Predicate<String> line) {
        lines.removeIf(line);
        return this;
    }

    PlantedHistory change(UnaryOperator<String> line) {
        lines.replaceAll(line);
        return this;
    }

    /** Written and read again, as a real one. */
    List<RuleVerdict> judged(Path directory) throws IOException {
        return Checker.judge(ChaosHistory.read(Files.write(directory.resolve("history.jsonl"), lines)));
    }
}

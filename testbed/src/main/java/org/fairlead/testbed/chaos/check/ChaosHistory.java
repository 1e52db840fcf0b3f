// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.chaos.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What happened, as the lines of {@code history.jsonl} say it. Times are seconds since the run's start.
 *
 * @param endedAt when the last fault was over and all clients had stopped
 */
public record ChaosHistory(
        List<Transfer> writes,
        List<Transfer> reads,
        List<Deletion> deletions,
        List<Stored> stored,
        List<Query> queries,
        Map<String, String> answers,
        List<Fault> faults,
        List<Throughput> throughput,
        List<Machine> machine,
        List<Sample> samples,
        List<Decision> decisions,
        List<Fsck> fsck,
        double endedAt) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A file that was written or read. {@code error} is empty when it was acknowledged, or read to its end. */
    public record Transfer(
            String path, String host, double start, double end, long bytes, String digest, String error) {
        boolean succeeded() {
            return error.isEmpty();
        }
    }

    public record Deletion(String path, double at) {}

    /** What a stock client read of a file after everything was over. */
    public record Stored(String path, String digest, long bytes) {}

    public record Query(String name, double start, double end, String digest, String error) {}

    /**
     * @param end when all was seen to work again
     * @param lastedUntil until when it surely lasted: what was healed works by itself from then on, at the latest from the end
     * @param takesDecisionsAway whether no decision of ours can be made while it lasts
     * @param silencesHost whether its target can neither take nor give blocks while it lasts
     */
    public record Fault(
            int number,
            String kind,
            String target,
            double begin,
            double end,
            double lastedUntil,
            boolean takesDecisionsAway,
            boolean silencesHost) {}

    /** What all clients moved in the second that ended then. */
    public record Throughput(double at, long written, long read) {
        double bytes() {
            return written + read;
        }
    }

    /** What other programs than the testbed's took of all processors in the second that ended then, 0 to 1. */
    public record Machine(double at, double others) {}

    /**
     * What the controller said: counters since the NameNode's start, and what each host's links had left.
     *
     * @param epoch of the controller; counters begin anew with another one
     * @param enforced decisions of ours that counted
     * @param others all other outcomes
     * @param slow waits for a decision of more than 50 ms
     * @param waitedSeconds all waits for decisions together
     */
    public record Sample(
            double at,
            double epoch,
            double enforced,
            double others,
            double slow,
            double waitedSeconds,
            Map<String, Double> free) {}

    /** A decision of where to write. */
    public record Decision(double at, String client, boolean enforced, List<String> chosen) {}

    public record Fsck(double at, boolean healthy, String said) {}

    /**
     * Reads a history.
     *
     * @throws IOException with file and line when one is not understood
     */
    public static ChaosHistory read(Path file) throws IOException {
        Lines lines = new Lines();
        try (Stream<String> all = Files.lines(file)) {
            int number = 0;
            for (String line : (Iterable<String>) all::iterator) {
                number++;
                try {
                    lines.take(JSON.readTree(line));
                } catch (JsonProcessingException | IllegalArgumentException e) {
                    throw new IOException(file + ":" + number + ": " + e.getMessage(), e);
                }
            }
        }
        return lines.history();
    }

    private static final class Lines {
        private final List<Transfer> writes = new ArrayList<>();
        private final List<Transfer> reads = new ArrayList<>();
        private final List<Deletion> deletions = new ArrayList<>();
        private final List<Stored> stored = new ArrayList<>();
        private final List<Query> queries = new ArrayList<>();
        private final Map<String, String> answers = new TreeMap<>();
        private final Map<Integer, Fault> faults = new TreeMap<>();
        private final List<Throughput> throughput = new ArrayList<>();
        private final List<Machine> machine = new ArrayList<>();
        private final List<Sample> samples = new ArrayList<>();
        private final List<Decision> decisions = new ArrayList<>();
        private final List<Fsck> fsck = new ArrayList<>();
        private double endedAt = Double.NaN;

        void take(JsonNode line) {
            switch (text(line, "event")) {
                case "run" -> {}
                case "write" -> writes.add(transfer(line));
                case "read" -> reads.add(transfer(line));
                case "delete" -> deletions.add(new Deletion(text(line, "path"), number(line, "at")));
                case "stored" ->
                    stored.add(new Stored(text(line, "path"), text(line, "digest"), (long) number(line, "bytes")));
                case "query" ->
                    queries.add(new Query(
                            text(line, "name"),
                            number(line, "start"),
                            number(line, "end"),
                            text(line, "digest"),
                            text(line, "error")));
                case "answer" -> answers.put(text(line, "name"), text(line, "digest"));
                case "fault-begin" -> begin(line);
                case "fault-end" -> end(line);
                case "throughput" ->
                    throughput.add(new Throughput(
                            number(line, "at"), (long) number(line, "written"), (long) number(line, "read")));
                case "machine" -> machine.add(new Machine(number(line, "at"), number(line, "others")));
                case "sample" -> samples.add(sample(line));
                case "decision" -> decisions.add(decision(line));
                case "fsck" ->
                    fsck.add(new Fsck(number(line, "at"), line.path("healthy").asBoolean(), text(line, "said")));
                case "end" -> endedAt = number(line, "at");
                default -> throw new IllegalArgumentException("no event '" + text(line, "event") + "'");
            }
        }

        private void begin(JsonNode line) {
            int number = (int) number(line, "fault");
            faults.put(
                    number,
                    new Fault(
                            number,
                            text(line, "kind"),
                            text(line, "target"),
                            number(line, "at"),
                            Double.POSITIVE_INFINITY,
                            Double.POSITIVE_INFINITY,
                            line.path("takes_decisions_away").asBoolean(),
                            line.path("silences_host").asBoolean()));
        }

        private void end(JsonNode line) {
            faults.computeIfPresent(
                    (int) number(line, "fault"),
                    (number, fault) -> new Fault(
                            number,
                            fault.kind(),
                            fault.target(),
                            fault.begin(),
                            number(line, "at"),
                            number(line, "lasted_until"),
                            fault.takesDecisionsAway(),
                            fault.silencesHost()));
        }

        private static Transfer transfer(JsonNode line) {
            return new Transfer(
                    text(line, "path"),
                    text(line, "host"),
                    number(line, "start"),
                    number(line, "end"),
                    (long) number(line, "bytes"),
                    text(line, "digest"),
                    text(line, "error"));
        }

        private static Sample sample(JsonNode line) {
            Map<String, Double> free = new TreeMap<>();
            line.path("free")
                    .properties()
                    .forEach(each -> free.put(each.getKey(), each.getValue().asDouble()));
            return new Sample(
                    number(line, "at"),
                    number(line, "epoch"),
                    number(line, "enforced"),
                    number(line, "others"),
                    number(line, "slow"),
                    number(line, "waited_seconds"),
                    free);
        }

        private static Decision decision(JsonNode line) {
            List<String> chosen = new ArrayList<>();
            line.path("chosen").forEach(host -> chosen.add(host.asText()));
            return new Decision(
                    number(line, "at"),
                    text(line, "client"),
                    line.path("enforced").asBoolean(),
                    chosen);
        }

        private static String text(JsonNode line, String field) {
            if (!line.path(field).isTextual()) {
                throw new IllegalArgumentException("'" + field + "' is missing");
            }
            return line.path(field).asText();
        }

        private static double number(JsonNode line, String field) {
            if (!line.path(field).isNumber()) {
                throw new IllegalArgumentException("'" + field + "' is no number");
            }
            return line.path(field).asDouble();
        }

        ChaosHistory history() {
            return new ChaosHistory(
                    writes,
                    reads,
                    deletions,
                    stored,
                    queries,
                    answers,
                    List.copyOf(faults.values()),
                    throughput,
                    machine,
                    samples,
                    decisions,
                    fsck,
                    endedAt);
        }
    }
}

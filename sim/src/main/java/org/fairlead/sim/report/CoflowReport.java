// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fairlead.report.Amounts;
import org.fairlead.report.Json;
import org.fairlead.report.SeventeenDigits;
import org.fairlead.report.Statistics;
import org.fairlead.report.TextColumns;
import org.fairlead.report.TextLines;
import org.fairlead.sim.coflow.Coflow;
import org.fairlead.sim.coflow.CoflowOutcome;
import org.fairlead.sim.coflow.CoflowSimulation;
import org.fairlead.sim.coflow.CoflowTrace;

/** A trace under several orders: as a table for a terminal, as JSON, as CSV; {@link CoflowPage} draws it. */
public final class CoflowReport {
    private static final int WIDTH = 100;
    private static final TextColumns COLUMNS = new TextColumns(-16, 9, 9, 9, 9, 9, 9, 9, 9, 9);

    private final String name;
    private final double portBytesPerSecond;
    private final double megabyteBytes;
    private final TraceFacts facts;
    private final List<CoflowOutcome> outcomes;
    private final List<OrderSummary> orders;

    /**
     * @param name of the trace
     * @param portBytesPerSecond of every port, in each direction
     * @param megabyteBytes what MB meant in the trace and in the port's rate
     * @param outcomes one for each order, all of them of this trace
     */
    public CoflowReport(
            String name,
            CoflowTrace trace,
            double portBytesPerSecond,
            double megabyteBytes,
            List<CoflowOutcome> outcomes) {
        this.name = name;
        this.portBytesPerSecond = portBytesPerSecond;
        this.megabyteBytes = megabyteBytes;
        this.facts = new TraceFacts(trace, portBytesPerSecond);
        this.outcomes = List.copyOf(outcomes);
        this.orders = outcomes.stream()
                .map(outcome -> OrderSummary.of(facts, outcome))
                .toList();
    }

    String name() {
        return name;
    }

    TraceFacts facts() {
        return facts;
    }

    /** Without the bound, which is no order. */
    List<OrderSummary> served() {
        return orders.stream()
                .filter(order -> !order.order().equals(CoflowSimulation.ALONE))
                .toList();
    }

    /** Whether no order was stopped. */
    public boolean complete() {
        return orders.stream().allMatch(OrderSummary::complete);
    }

    /** What was run, in a sentence. */
    String setting() {
        return facts.coflows() + " coflows, " + facts.flows() + " flows, " + Amounts.text(facts.totalBytes(), "bytes")
                + " over " + facts.trace().ports() + " ports of " + rate() + " in each direction";
    }

    private String rate() {
        double megabytes = portBytesPerSecond / megabyteBytes;
        // Who forgets the unit asks for a few bytes a second, and has to see it.
        return megabytes < 0.1
                ? Amounts.text(portBytesPerSecond, "bytes") + "/s"
                : Amounts.digits(megabytes) + (megabyteBytes == 1e6 ? " MB/s" : " MiB/s");
    }

    /** For a terminal. */
    public String text() {
        TextLines lines = new TextLines(WIDTH);
        lines.wrapped("", setting() + ".");
        lines.section("Completion times of coflows, in seconds; less is better");
        lines.row(COLUMNS.row("", "sizes", "mean", "p50", "p90", "p95", "p99", "max", "makespan", "× alone"));
        for (OrderSummary order : served()) {
            lines.row(row(
                    order.order() + (order.complete() ? "" : " *"),
                    order.knowsSizes() ? "known" : "-",
                    order.seconds(),
                    Amounts.digitsOrDash(order.makespanSeconds()),
                    Amounts.digitsOrDash(order.overBound())));
        }
        lines.row(row("alone", "known", alone(), "-", "1"));
        for (OrderSummary order : served()) {
            if (!order.complete()) {
                lines.wrapped(
                        "",
                        "* " + order.order() + " was stopped: " + order.finished() + " of " + facts.coflows()
                                + " coflows had ended.");
            }
        }
        lines.wrapped(
                "",
                "sizes: what an order has to know of coflows before they end. alone: each coflow with the fabric to itself, which no order"
                        + " can beat; × alone: the mean over the mean of this.");
        lines.blank();
        served().forEach(order -> lines.wrapped("", order.order() + ": " + order.meaning()));
        detailsOfRules().forEach((details, names) -> lines.wrapped("", String.join(", ", names) + ": " + details));
        return lines.text();
    }

    /** Orders that share the rest of their sentence, by this. */
    private Map<String, List<String>> detailsOfRules() {
        Map<String, List<String>> names = new LinkedHashMap<>();
        for (OrderSummary order : served()) {
            if (!order.details().isEmpty()) {
                names.computeIfAbsent(order.details(), each -> new ArrayList<>())
                        .add(order.order());
            }
        }
        return names;
    }

    private static String row(String name, String sizes, Statistics of, String makespan, String overBound) {
        return COLUMNS.row(
                name,
                sizes,
                Amounts.digitsOrDash(of.mean()),
                Amounts.digitsOrDash(of.p50()),
                Amounts.digitsOrDash(of.p90()),
                Amounts.digitsOrDash(of.p95()),
                Amounts.digitsOrDash(of.p99()),
                Amounts.digitsOrDash(of.max()),
                makespan,
                overBound);
    }

    Statistics alone() {
        double[] seconds = new double[facts.coflows()];
        for (int coflow = 0; coflow < seconds.length; coflow++) {
            seconds[coflow] = facts.aloneSeconds(coflow);
        }
        return Statistics.of(seconds);
    }

    /** {@code {"orders": {NAME: {"mean_s": ...}}}} and what was run; docs/simulator.md is its schema. */
    public byte[] json() {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("complete", complete());
        root.put("trace", name);
        root.put("ports", facts.trace().ports());
        root.put("coflows", facts.coflows());
        root.put("flows", facts.flows());
        Json.put(root, "bytes", facts.totalBytes());
        Json.put(root, "port_rate_bytes_per_s", portBytesPerSecond);
        Json.put(root, "megabyte_bytes", megabyteBytes);
        Json.put(root.putObject("alone"), alone(), "_s");
        ObjectNode all = root.putObject("orders");
        for (OrderSummary order : orders) {
            ObjectNode node = all.putObject(order.order());
            Json.put(node, order.seconds(), "_s");
            Json.put(node, "makespan_s", order.makespanSeconds());
            Json.put(node, "over_alone", order.overBound());
            node.put("finished", order.finished());
            node.put("complete", order.complete());
            node.put("knows_sizes", order.knowsSizes());
            node.put("rules", order.rules());
        }
        return Json.bytes(root);
    }

    /** A row for each order and coflow that ended, in the trace's order of arrival. */
    public void writeCsv(OutputStream to) throws IOException {
        OutputStream out = new BufferedOutputStream(to, 1 << 16);
        out.write("order,id,arrival_s,finish_s,cct_s,alone_s,flows,bytes\n".getBytes(StandardCharsets.US_ASCII));
        for (CoflowOutcome outcome : outcomes) {
            for (int i = 0; i < outcome.coflows(); i++) {
                double finish = outcome.finishSeconds(i);
                if (!Double.isNaN(finish)) {
                    Coflow coflow = facts.trace().coflows().get(i);
                    String row = outcome.order() + "," + coflow.id() + ","
                            + SeventeenDigits.text(coflow.arrivalSeconds()) + "," + SeventeenDigits.text(finish) + ","
                            + SeventeenDigits.text(finish - coflow.arrivalSeconds()) + ","
                            + SeventeenDigits.text(facts.aloneSeconds(i)) + "," + coflow.flows() + ","
                            + SeventeenDigits.shortText(facts.bytes(i)) + "\n";
                    out.write(row.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        out.flush();
    }
}

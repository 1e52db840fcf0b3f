// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.fairlead.report.Amounts;
import org.fairlead.report.Json;
import org.fairlead.report.Statistics;
import org.fairlead.report.page.OfflinePage;

/** The report of coflows as one page that needs no network: the table, the distributions, each order against the bound. */
public final class CoflowPage {
    /** Points of a curve: enough for any screen's width. */
    private static final int MOST_POINTS = 600;

    private CoflowPage() {}

    /** In UTF-8. */
    public static byte[] render(CoflowReport report) {
        return new OfflinePage(CoflowPage.class, "simulator")
                .words(report.name(), headline(report), report.setting() + ".")
                .data(Json.bytes(data(report)))
                .script("coflows.js")
                .render("coflows.main.html");
    }

    private static String headline(CoflowReport report) {
        Optional<OrderSummary> best = best(report.served());
        Optional<OrderSummary> blind = best(
                report.served().stream().filter(order -> !order.knowsSizes()).toList());
        if (best.isEmpty()) {
            return "No order was run to its end";
        }
        return "The mean coflow takes " + under(best.get())
                + (blind.isEmpty() || blind.equals(best)
                        ? ""
                        : "; blind to sizes, " + under(blind.get()).replace(" what it takes alone", ""));
    }

    private static Optional<OrderSummary> best(List<OrderSummary> orders) {
        return orders.stream()
                .filter(order -> order.finished() > 0 && order.complete())
                .min(Comparator.comparingDouble(order -> order.seconds().mean()));
    }

    private static String under(OrderSummary order) {
        return Amounts.text(order.seconds().mean(), "s") + " under " + order.order()
                + (Double.isNaN(order.overBound())
                        ? ""
                        : ", " + Amounts.ratio(order.overBound()) + " what it takes alone");
    }

    private static ObjectNode data(CoflowReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("complete", report.complete());
        root.put("coflows", report.facts().coflows());
        double[] alone = IntStream.range(0, report.facts().coflows())
                .mapToDouble(report.facts()::aloneSeconds)
                .sorted()
                .toArray();
        ArrayNode classes = root.putArray("classes");
        for (SizeClass each : SizeClass.values()) {
            int[] members = report.facts().coflowsOf(each);
            if (members.length > 0) {
                ObjectNode node = classes.addObject();
                node.put("name", each.label());
                node.put("coflows", members.length);
                double bytes = Arrays.stream(members)
                        .mapToDouble(report.facts()::bytes)
                        .sum();
                Json.put(node, "bytes_share", bytes / report.facts().totalBytes());
            }
        }
        ObjectNode bound = root.putObject("alone");
        Json.put(bound, Statistics.of(alone), "_s");
        curve(bound.putArray("curve"), alone.length, place -> alone[place]);
        ArrayNode orders = root.putArray("orders");
        for (OrderSummary order : report.served()) {
            ObjectNode node = orders.addObject();
            node.put("name", order.order());
            node.put("rules", order.rules());
            node.put("meaning", order.meaning());
            node.put("knows_sizes", order.knowsSizes());
            node.put("complete", order.complete());
            node.put("finished", order.finished());
            Json.put(node, order.seconds(), "_s");
            Json.put(node, "makespan_s", order.makespanSeconds());
            Json.put(node, "over_alone", order.overBound());
            ObjectNode byClass = node.putObject("by_class");
            order.byClass().forEach((each, ratio) -> Json.put(byClass, each.label(), ratio));
            curve(node.putArray("curve"), order.sorted().size(), place -> order.sorted()
                    .get(place));
        }
        return root;
    }

    @FunctionalInterface
    private interface SortedValues {
        double get(int place);
    }

    /** Pairs of seconds and the share of coflows that took at most so long. */
    private static void curve(ArrayNode into, int size, SortedValues sorted) {
        int points = Math.min(size, MOST_POINTS);
        for (int point = 0; point < points; point++) {
            int place = points == 1 ? 0 : (int) ((long) point * (size - 1) / (points - 1));
            ArrayNode pair = into.addArray();
            // Six digits are more than a screen shows.
            pair.add(Float.parseFloat(Float.toString((float) sorted.get(place))));
            pair.add((place + 1) / (float) size);
        }
    }
}

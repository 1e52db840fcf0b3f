// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fairlead.core.topology.Link;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.Quantities;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.LinkEvent;

/**
 * Failures and changes of capacity as CSV: {@code at_s,link,bytes_per_s}, columns in any order; a link as {@code e1->c1}, one
 * direction. The rate may have a unit ({@code 100mbit}); {@code down} is 0, {@code up} is what the topology says.
 */
public final class LinkEventsCsv {
    private static final double LATEST_SECONDS = 1e9;
    private static final double MOST_BYTES_PER_SECOND = 1e15;
    private static final int MOST_EVENTS = 10_000_000;
    private static final int LONGEST_RATE = 64;

    private static final List<String> REQUIRED = List.of("at_s", "link", "bytes_per_s");
    private static final int AT = 0;
    private static final int LINK = 1;
    private static final int RATE = 2;

    private final Topology topology;
    private final CsvRows rows;
    private final NameTable links;

    private LinkEventsCsv(Topology topology, CsvRows rows) {
        this.topology = topology;
        this.rows = rows;
        links = new NameTable(topology.links().stream().map(Link::name).toList());
    }

    /**
     * Reads a file, unpacked if its name ends in {@code .gz}; events in the file's order.
     *
     * @throws InvalidFileException with file, line and column
     * @throws java.util.concurrent.CancellationException if the watcher wants to stop
     */
    public static List<LinkEvent> read(Path file, Topology topology, RunObserver watcher) {
        return read(TraceInput.open(file, watcher), topology);
    }

    /**
     * @param file how errors name the text
     * @throws InvalidFileException with file, line and column
     */
    public static List<LinkEvent> parse(String file, InputStream in, Topology topology) {
        return read(TraceInput.of(file, in), topology);
    }

    private static List<LinkEvent> read(TraceInput in, Topology topology) {
        try (in;
                CsvRows rows = new CsvRows(in, REQUIRED, List.of())) {
            LinkEventsCsv csv = new LinkEventsCsv(topology, rows);
            List<LinkEvent> events = new ArrayList<>();
            while (rows.next()) {
                if (events.size() == MOST_EVENTS) {
                    throw rows.invalid(AT, "more than " + MOST_EVENTS + " events");
                }
                events.add(csv.event());
            }
            return events;
        }
    }

    private LinkEvent event() {
        double at = rows.number(AT, 0, LATEST_SECONDS, "a number of seconds from 0 to 1e9");
        int link = links.number(rows.bytes(), rows.from(LINK), rows.to(LINK));
        if (link < 0) {
            throw rows.invalid(
                    LINK,
                    "no link " + rows.shown(LINK) + " in topology '" + topology.name()
                            + "'; a link is named by its ends, such as "
                            + topology.links().stream()
                                    .findFirst()
                                    .map(Link::name)
                                    .orElse("e1->c1"));
        }
        return new LinkEvent(at, link, rate(topology.links().get(link)));
    }

    private double rate(Link link) {
        int from = rows.from(RATE);
        int length = Math.min(rows.to(RATE) - from, LONGEST_RATE);
        String text = new String(rows.bytes(), from, length, StandardCharsets.UTF_8);
        if (text.equals("up")) {
            return link.bytesPerSecond();
        }
        if (text.equals("down") || Decimals.parse(rows.bytes(), from, rows.to(RATE)) == 0) {
            return 0;
        }
        double rate;
        try {
            rate = rows.to(RATE) - from > LONGEST_RATE ? -1 : Quantities.bytesPerSecond(text);
        } catch (IllegalArgumentException e) {
            rate = -1;
        }
        if (rate >= 0 && rate <= MOST_BYTES_PER_SECOND) {
            return rate;
        }
        throw rows.invalid(
                RATE,
                rows.shown(RATE)
                        + " is not a rate such as 100mbit, 12.5MB/s or a number of bytes per second up to 1e15,"
                        + " nor 'up' nor 'down'");
    }
}

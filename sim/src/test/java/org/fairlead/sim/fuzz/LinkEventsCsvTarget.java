// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.fairlead.sim.flows.LinkEvent;
import org.fairlead.sim.trace.LinkEventsCsv;

/** Events are within their bounds, and the same after they have been written and read again. */
public final class LinkEventsCsvTarget {
    private LinkEventsCsvTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Reading.of(() -> parse(input)).ifPresent(events -> {
            for (LinkEvent event : events) {
                check(event.atSeconds() >= 0 && event.atSeconds() <= 1e9, "time: " + event);
                check(event.bytesPerSecond() >= 0 && event.bytesPerSecond() <= 1e15, "rate: " + event);
            }
            check(parse(text(events).getBytes(StandardCharsets.UTF_8)).equals(events), "not the same: " + events);
        });
    }

    private static List<LinkEvent> parse(byte[] input) {
        return LinkEventsCsv.parse(Reading.FILE, new ByteArrayInputStream(input), Reading.TOPOLOGY);
    }

    private static String text(List<LinkEvent> events) {
        return events.stream()
                .map(event -> event.atSeconds() + ","
                        + Reading.TOPOLOGY.links().get(event.link()).name() + "," + event.bytesPerSecond() + "\n")
                .collect(Collectors.joining("", "at_s,link,bytes_per_s\n", ""));
    }
}

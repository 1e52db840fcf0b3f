// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.fairlead.sim.flows.FlowTable;
import org.fairlead.sim.trace.FlowsCsv;

/** Flows are within their bounds, and the same after they have been written and read again. */
public final class FlowsCsvTarget {
    private FlowsCsvTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Reading.of(() -> parse(input)).ifPresent(flows -> {
            check(flows.size() <= input.length, "more flows than bytes");
            String text = text(flows);
            FlowTable again = parse(text.getBytes(StandardCharsets.UTF_8));
            check(text(again).equals(text), "not the same when read again: " + text);
        });
    }

    private static FlowTable parse(byte[] input) {
        return FlowsCsv.parse(Reading.FILE, new ByteArrayInputStream(input), Reading.TOPOLOGY);
    }

    private static String text(FlowTable flows) {
        StringBuilder text = new StringBuilder("id,src,dst,arrival_s,bytes,weight,cap_bytes_per_s,min_bytes_per_s\n");
        for (int flow = 0; flow < flows.size(); flow++) {
            check(flows.bytes(flow) >= 0 && flows.bytes(flow) <= 1e15, "bytes");
            check(flows.arrivalSeconds(flow) >= 0 && flows.arrivalSeconds(flow) <= 1e9, "arrival");
            check(flows.weight(flow) > 0 && flows.weight(flow) <= 1e9, "weight");
            check(flows.minimum(flow) >= 0 && flows.minimum(flow) <= flows.cap(flow), "minimum and cap");
            text.append(flows.id(flow)).append(',');
            text.append(name(flows.source(flow))).append(',');
            text.append(name(flows.destination(flow))).append(',');
            text.append(flows.arrivalSeconds(flow)).append(',');
            text.append(flows.bytes(flow)).append(',');
            text.append(flows.weight(flow)).append(',');
            text.append(Double.isInfinite(flows.cap(flow)) ? "" : flows.cap(flow))
                    .append(',');
            text.append(flows.minimum(flow)).append('\n');
        }
        return text.toString();
    }

    private static String name(int host) {
        return Reading.TOPOLOGY.nodes().get(host).name();
    }
}

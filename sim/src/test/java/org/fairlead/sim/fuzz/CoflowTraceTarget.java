// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.fuzz;

import static org.fairlead.sim.fuzz.Reading.check;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.fairlead.sim.coflow.Coflow;
import org.fairlead.sim.coflow.CoflowTrace;
import org.fairlead.sim.trace.CoflowTraceFile;
import org.fairlead.sim.trace.CoflowTraceFile.Megabyte;

/** Coflows are within their bounds and in the order of arrival, and as many after they have been written and read again. */
public final class CoflowTraceTarget {
    private CoflowTraceTarget() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Reading.of(() -> parse(input)).ifPresent(trace -> {
            double before = 0;
            for (Coflow coflow : trace.coflows()) {
                check(coflow.arrivalSeconds() >= before, "arrivals");
                before = coflow.arrivalSeconds();
                check(coflow.mappers() >= 1 && coflow.reducers() >= 1, "ends");
                check((long) coflow.mappers() * coflow.reducers() == coflow.flows(), "flows");
                for (int i = 0; i < coflow.mappers(); i++) {
                    check(coflow.mapper(i) >= 0 && coflow.mapper(i) < trace.ports(), "mapper's port");
                }
                for (int i = 0; i < coflow.reducers(); i++) {
                    check(coflow.reducer(i) >= 0 && coflow.reducer(i) < trace.ports(), "reducer's port");
                    check(coflow.reducerBytes(i) >= 0 && coflow.reducerBytes(i) <= 1e15, "bytes");
                }
            }
            // From 1, so that a port 0 in it is found to be wrong. Written in other units, numbers may differ in their
            // last bit.
            CoflowTrace again = parse(text(trace).getBytes(StandardCharsets.UTF_8));
            check(again.ports() == trace.ports(), "ports");
            check(again.coflows().size() == trace.coflows().size(), "coflows");
        });
    }

    private static CoflowTrace parse(byte[] input) {
        return CoflowTraceFile.parse(Reading.FILE, new ByteArrayInputStream(input), Megabyte.DECIMAL);
    }

    private static String text(CoflowTrace trace) {
        StringBuilder text =
                new StringBuilder(trace.ports() + " " + trace.coflows().size() + "\n");
        for (Coflow coflow : trace.coflows()) {
            text.append(coflow.id()).append(' ').append(Math.min(1e12, coflow.arrivalSeconds() * 1e3));
            text.append(' ').append(coflow.mappers());
            for (int i = 0; i < coflow.mappers(); i++) {
                text.append(' ').append(coflow.mapper(i) + 1);
            }
            text.append(' ').append(coflow.reducers());
            for (int i = 0; i < coflow.reducers(); i++) {
                text.append(' ').append(coflow.reducer(i) + 1).append(':');
                text.append(Math.min(1e9, coflow.reducerBytes(i) / 1e6));
            }
            text.append('\n');
        }
        return text.toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.report;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fairlead.sim.coflow.Coflow;
import org.fairlead.sim.coflow.CoflowTrace;

/**
 * What is true of a trace under every order: what each coflow carries, and how long it would take with the fabric to itself, the bound
 * that no order beats: the most bytes that a port sends or receives for it, over the port's rate.
 */
final class TraceFacts {
    private final CoflowTrace trace;
    private final double[] bytes;
    private final double[] aloneSeconds;
    private final SizeClass[] classes;
    private final long flows;

    TraceFacts(CoflowTrace trace, double portBytesPerSecond) {
        this.trace = trace;
        int coflows = trace.coflows().size();
        bytes = new double[coflows];
        aloneSeconds = new double[coflows];
        classes = new SizeClass[coflows];
        double[] sent = new double[trace.ports()];
        double[] received = new double[trace.ports()];
        long count = 0;
        for (int i = 0; i < coflows; i++) {
            Coflow coflow = trace.coflows().get(i);
            for (int reducer = 0; reducer < coflow.reducers(); reducer++) {
                bytes[i] += coflow.reducerBytes(reducer);
            }
            aloneSeconds[i] = busiestPort(coflow, bytes[i], sent, received) / portBytesPerSecond;
            classes[i] = SizeClass.of(coflow);
            count += coflow.flows();
        }
        flows = count;
    }

    /** The two arrays are all zeros, and are so again afterwards. */
    private static double busiestPort(Coflow coflow, double bytes, double[] sent, double[] received) {
        double most = 0;
        for (int mapper = 0; mapper < coflow.mappers(); mapper++) {
            sent[coflow.mapper(mapper)] += bytes / coflow.mappers();
            most = Math.max(most, sent[coflow.mapper(mapper)]);
        }
        for (int reducer = 0; reducer < coflow.reducers(); reducer++) {
            received[coflow.reducer(reducer)] += coflow.reducerBytes(reducer);
            most = Math.max(most, received[coflow.reducer(reducer)]);
        }
        for (int mapper = 0; mapper < coflow.mappers(); mapper++) {
            sent[coflow.mapper(mapper)] = 0;
        }
        for (int reducer = 0; reducer < coflow.reducers(); reducer++) {
            received[coflow.reducer(reducer)] = 0;
        }
        return most;
    }

    CoflowTrace trace() {
        return trace;
    }

    int coflows() {
        return bytes.length;
    }

    long flows() {
        return flows;
    }

    double bytes(int coflow) {
        return bytes[coflow];
    }

    double totalBytes() {
        return Arrays.stream(bytes).sum();
    }

    double aloneSeconds(int coflow) {
        return aloneSeconds[coflow];
    }

    SizeClass sizeClass(int coflow) {
        return classes[coflow];
    }

    int[] coflowsOf(SizeClass wanted) {
        return IntStream.range(0, classes.length)
                .filter(coflow -> classes[coflow] == wanted)
                .toArray();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.fairlead.core.topology.Host;
import org.fairlead.core.topology.Topology;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.FlowTable;

/**
 * Flows as CSV: {@code id,src,dst,arrival_s,bytes[,weight,cap_bytes_per_s,min_bytes_per_s]}, columns in any order, hosts by their names in
 * the topology. docs/simulator.md teaches it. A file of any size takes no more memory than its flows do.
 */
public final class FlowsCsv {
    /** A petabyte: at 100 Gbit/s, most of a day. */
    private static final double MOST_BYTES = 1e15;

    private static final double MOST_BYTES_PER_SECOND = 1e15;
    private static final double LATEST_SECONDS = 1e9;
    private static final double LEAST_WEIGHT = 1e-9;
    private static final double MOST_WEIGHT = 1e9;
    private static final int MOST_FLOWS = 100_000_000;
    private static final int LONGEST_ID = 256;
    private static final long MOST_ID_BYTES = 1 << 30;

    private static final List<String> REQUIRED = List.of("id", "src", "dst", "arrival_s", "bytes");
    private static final List<String> OPTIONAL = List.of("weight", "cap_bytes_per_s", "min_bytes_per_s");
    private static final int ID = 0;
    private static final int SOURCE = 1;
    private static final int DESTINATION = 2;
    private static final int ARRIVAL = 3;
    private static final int BYTES = 4;
    private static final int WEIGHT = 5;
    private static final int CAP = 6;
    private static final int MINIMUM = 7;

    private final Topology topology;
    private final CsvRows rows;
    private final NameTable hosts;
    /** Of each host by its number in the table of names: {@link Host#index()}. */
    private final int[] indexes;

    private final FlowTable flows = new FlowTable();
    private final FlowIds ids = new FlowIds(flows);
    private long idBytes;

    private FlowsCsv(Topology topology, CsvRows rows) {
        this.topology = topology;
        this.rows = rows;
        hosts = new NameTable(topology.hosts().stream().map(Host::name).toList());
        indexes = topology.hosts().stream().mapToInt(Host::index).toArray();
    }

    /**
     * Reads a file, unpacked if its name ends in {@code .gz}.
     *
     * @param watcher is called with how many bytes of the file have been read
     * @throws InvalidFileException with file, line and column
     * @throws java.util.concurrent.CancellationException if the watcher wants to stop
     */
    public static FlowTable read(Path file, Topology topology, RunObserver watcher) {
        return read(TraceInput.open(file, watcher), topology);
    }

    /**
     * @param file how errors name the text
     * @throws InvalidFileException with file, line and column
     */
    public static FlowTable parse(String file, InputStream in, Topology topology) {
        return read(TraceInput.of(file, in), topology);
    }

    private static FlowTable read(TraceInput in, Topology topology) {
        try (in;
                CsvRows rows = new CsvRows(in, REQUIRED, OPTIONAL)) {
            FlowsCsv csv = new FlowsCsv(topology, rows);
            while (rows.next()) {
                csv.addFlow();
            }
            return csv.flows;
        }
    }

    private void addFlow() {
        if (flows.size() == MOST_FLOWS) {
            throw rows.invalid(ID, "more than " + MOST_FLOWS + " flows");
        }
        checkId();
        int source = host(SOURCE);
        int destination = host(DESTINATION);
        double arrival = rows.number(ARRIVAL, 0, LATEST_SECONDS, "a number of seconds from 0 to 1e9");
        double bytes = rows.number(BYTES, 0, MOST_BYTES, "a number of bytes from 0 to 1e15 (a petabyte)");
        double weight =
                rows.has(WEIGHT) ? rows.number(WEIGHT, LEAST_WEIGHT, MOST_WEIGHT, "a number from 1e-9 to 1e9") : 1;
        double cap = rows.has(CAP) ? rate(CAP) : Double.POSITIVE_INFINITY;
        double minimum = rows.has(MINIMUM) ? rate(MINIMUM) : 0;
        if (minimum > cap) {
            throw rows.invalid(
                    MINIMUM, rows.shown(MINIMUM) + " is above the flow's cap_bytes_per_s, " + rows.shown(CAP));
        }
        if (!ids.add(rows.bytes(), rows.from(ID), rows.to(ID))) {
            throw rows.invalid(ID, rows.shown(ID) + " stands twice; an id names one flow");
        }
        flows.add(rows.bytes(), rows.from(ID), rows.to(ID), source, destination, arrival, bytes, weight, cap, minimum);
    }

    private double rate(int column) {
        return rows.number(column, 0, MOST_BYTES_PER_SECOND, "a number of bytes per second from 0 to 1e15");
    }

    private void checkId() {
        int length = rows.to(ID) - rows.from(ID);
        idBytes += length;
        if (length == 0) {
            throw rows.invalid(ID, "is empty; every flow has an id");
        }
        if (length > LONGEST_ID) {
            throw rows.invalid(ID, rows.shown(ID) + " is longer than " + LONGEST_ID + " bytes");
        }
        if (idBytes > MOST_ID_BYTES) {
            throw rows.invalid(ID, "the ids take more than 1 GiB in all");
        }
        byte[] bytes = rows.bytes();
        boolean quoted = false;
        for (int at = rows.from(ID); at < rows.to(ID); at++) {
            quoted |= bytes[at] == '"';
        }
        if (quoted || !QuotedText.isPlainText(bytes, rows.from(ID), rows.to(ID))) {
            throw rows.invalid(ID, rows.shown(ID) + " is not UTF-8 text without quotes and control characters");
        }
    }

    private int host(int column) {
        int number = hosts.number(rows.bytes(), rows.from(column), rows.to(column));
        if (number >= 0) {
            return indexes[number];
        }
        throw rows.invalid(column, "no host " + rows.shown(column) + " in topology '" + topology.name() + "'");
    }
}

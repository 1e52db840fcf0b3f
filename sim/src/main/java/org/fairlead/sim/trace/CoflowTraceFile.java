// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.fairlead.protocol.yaml.InvalidFileException;
import org.fairlead.sim.coflow.Coflow;
import org.fairlead.sim.coflow.CoflowTrace;
import org.fairlead.sim.engine.RunObserver;

/**
 * The coflow benchmark's format. The first line is {@code PORTS COFLOWS}, then a line each: {@code ID ARRIVAL_MS MAPPERS PORT...
 * REDUCERS PORT:MB...}; a reducer's megabytes come evenly from all mappers.
 *
 * <p>Ports are numbered from 0, as in the public trace, or from 1: where port 0 occurs they are numbered from 0, where the port of
 * the highest number that counting from 1 allows occurs they are numbered from 1, and both in one file is an error. Coflows that do not
 * stand in the order of their arrival are sorted; equal arrivals keep the file's order.
 */
public final class CoflowTraceFile {
    /** What a trace means by MB. */
    public enum Megabyte {
        /** 10⁶ bytes. */
        DECIMAL(1e6),
        /** 2²⁰ bytes. */
        BINARY(1 << 20);

        private final double bytes;

        Megabyte(double bytes) {
            this.bytes = bytes;
        }

        public double bytes() {
            return bytes;
        }
    }

    private static final int MOST_PORTS = 1_000_000;
    private static final int MOST_COFLOWS = 10_000_000;
    private static final int MOST_ENDS = 1_000_000;
    private static final long MOST_FLOWS = 100_000_000;
    /** Mappers and reducers of all coflows: about 1.2 GB. */
    private static final long MOST_ENDS_IN_ALL = 100_000_000;

    private static final double LATEST_MILLISECONDS = 1e12;
    private static final double MOST_BYTES = 1e15;

    private static final String FIRST_LINE = "the first line is PORTS COFLOWS, such as 150 526";

    private final WordReader words;
    private final Megabyte megabyte;
    private final Set<String> ids = new HashSet<>();
    private int ports;
    private long lineOfZero;
    private long lineOfHighest;
    private long ends;

    private CoflowTraceFile(WordReader words, Megabyte megabyte) {
        this.words = words;
        this.megabyte = megabyte;
    }

    /**
     * Reads a file, unpacked if its name ends in {@code .gz}.
     *
     * @param watcher is called with how many bytes of the file have been read
     * @throws InvalidFileException with file, line and what in it is wrong
     * @throws java.util.concurrent.CancellationException if the watcher wants to stop
     */
    public static CoflowTrace read(Path file, Megabyte megabyte, RunObserver watcher) {
        return read(TraceInput.open(file, watcher), megabyte);
    }

    /**
     * @param file how errors name the text
     * @throws InvalidFileException with file, line and what in it is wrong
     */
    public static CoflowTrace parse(String file, InputStream in, Megabyte megabyte) {
        return read(TraceInput.of(file, in), megabyte);
    }

    private static CoflowTrace read(TraceInput in, Megabyte megabyte) {
        try (in;
                WordReader words = new WordReader(in)) {
            return new CoflowTraceFile(words, megabyte).trace();
        }
    }

    private CoflowTrace trace() {
        if (!words.nextLine()) {
            throw words.invalid("", "empty; " + FIRST_LINE);
        }
        ports = whole("ports", 1, MOST_PORTS, FIRST_LINE);
        int announced = whole("coflows", 1, MOST_COFLOWS, FIRST_LINE);
        endOfLine("two numbers; " + FIRST_LINE);
        List<Coflow> coflows = new ArrayList<>();
        while (words.nextLine()) {
            if (coflows.size() == announced) {
                throw words.invalid("", "one more coflow than the " + announced + " of the first line");
            }
            coflows.add(coflow());
        }
        if (coflows.size() < announced) {
            throw words.invalid(
                    "",
                    "the file ends after " + coflows.size() + " of the " + announced + " coflows of its first line");
        }
        if (lineOfHighest > 0) {
            coflows.replaceAll(CoflowTraceFile::countedFromZero);
        }
        coflows.sort(Comparator.comparingDouble(Coflow::arrivalSeconds));
        return new CoflowTrace(ports, coflows);
    }

    private static Coflow countedFromZero(Coflow coflow) {
        return new Coflow(
                coflow.id(),
                coflow.arrivalSeconds(),
                IntStream.range(0, coflow.mappers())
                        .map(i -> coflow.mapper(i) - 1)
                        .toArray(),
                IntStream.range(0, coflow.reducers())
                        .map(i -> coflow.reducer(i) - 1)
                        .toArray(),
                IntStream.range(0, coflow.reducers())
                        .mapToDouble(coflow::reducerBytes)
                        .toArray());
    }

    private Coflow coflow() {
        String id = id();
        double arrival = number("arrival", 0, LATEST_MILLISECONDS, "a number of milliseconds from 0 to 1e12") / 1e3;
        int mappers = whole("mappers", 1, MOST_ENDS, "how many mappers follow");
        int[] mapperPorts = new int[Math.min(mappers, 16)];
        for (int mapper = 0; mapper < mappers; mapper++) {
            word("mapper " + (mapper + 1) + " of " + mappers, "a port");
            mapperPorts = room(mapperPorts, mapper, mappers);
            mapperPorts[mapper] = port("mapper " + (mapper + 1), words.length());
        }
        int reducers = whole("reducers", 1, MOST_ENDS, "how many reducers follow");
        if ((long) mappers * reducers > MOST_FLOWS) {
            throw words.invalid(
                    "reducers", mappers + " mappers and " + reducers + " reducers; at most " + MOST_FLOWS + " flows");
        }
        int[] reducerPorts = new int[Math.min(reducers, 16)];
        double[] bytes = new double[reducerPorts.length];
        for (int reducer = 0; reducer < reducers; reducer++) {
            String key = "reducer " + (reducer + 1);
            word(key + " of " + reducers, "PORT:MB, such as 17:48.0");
            reducerPorts = room(reducerPorts, reducer, reducers);
            bytes = bytes.length < reducerPorts.length ? Arrays.copyOf(bytes, reducerPorts.length) : bytes;
            int colon = colon();
            if (colon < 0) {
                throw words.invalid(key, words.shown() + " is not PORT:MB, such as 17:48.0");
            }
            reducerPorts[reducer] = port(key, colon);
            bytes[reducer] = bytes(key, colon + 1);
        }
        endOfLine(mappers + " mappers and " + reducers + " reducers");
        ends += mappers + reducers;
        if (ends > MOST_ENDS_IN_ALL) {
            throw words.invalid("", "more than " + MOST_ENDS_IN_ALL + " mappers and reducers in all");
        }
        return new Coflow(id, arrival, mapperPorts, reducerPorts, bytes);
    }

    /** Grows by halves, never beyond what the line says: what it says may be absurd. */
    private static int[] room(int[] array, int used, int most) {
        return used < array.length ? array : Arrays.copyOf(array, (int) Math.min(most, used + used / 2L + 1));
    }

    private String id() {
        words.next();
        String id = new String(words.bytes(), 0, words.length(), StandardCharsets.UTF_8);
        if (id.indexOf('"') >= 0 || id.indexOf(',') >= 0 || !QuotedText.isPlainText(words.bytes(), 0, words.length())) {
            throw words.invalid(
                    "id", words.shown() + " is not UTF-8 text without quotes, commas and control characters");
        }
        if (!ids.add(id)) {
            throw words.invalid("id", words.shown() + " stands twice; an id names one coflow");
        }
        return id;
    }

    private void word(String key, String expected) {
        if (!words.next()) {
            throw words.invalid(key, "the line ends where " + expected + " is expected");
        }
    }

    private int whole(String key, int least, int most, String expected) {
        word(key, expected);
        long value = Decimals.whole(words.bytes(), 0, words.length());
        if (value < least || value > most) {
            throw words.invalid(
                    key, words.shown() + " is not a whole number from " + least + " to " + most + ": " + expected);
        }
        return (int) value;
    }

    private double number(String key, double least, double most, String accepted) {
        word(key, accepted);
        double value = Decimals.parse(words.bytes(), 0, words.length());
        if (!(value >= least && value <= most)) {
            throw words.invalid(key, words.shown() + " is not " + accepted);
        }
        return value + 0.0;
    }

    private int colon() {
        for (int at = 0; at < words.length(); at++) {
            if (words.bytes()[at] == ':') {
                return at;
            }
        }
        return -1;
    }

    /** The port that the word names up to a place in it. */
    private int port(String key, int to) {
        long port = Decimals.whole(words.bytes(), 0, to);
        if (port < 0 || port > ports) {
            throw words.invalid(
                    key,
                    QuotedText.text(words.bytes(), 0, to) + " is not a port; they go from 0 to " + (ports - 1)
                            + ", or from 1 to " + ports);
        }
        if (port == 0 && lineOfZero == 0) {
            lineOfZero = words.line();
        }
        if (port == ports && lineOfHighest == 0) {
            lineOfHighest = words.line();
        }
        if (lineOfZero > 0 && lineOfHighest > 0) {
            throw words.invalid(
                    key,
                    "port " + port + ", but line " + (port == 0 ? lineOfHighest : lineOfZero) + " has port "
                            + (port == 0 ? ports : 0) + ": the " + ports
                            + " ports are numbered from 0 or from 1, not both");
        }
        return (int) port;
    }

    private double bytes(String key, int from) {
        double value = Decimals.parse(words.bytes(), from, words.length()) * megabyte.bytes();
        if (value >= 0 && value <= MOST_BYTES) {
            return value + 0.0;
        }
        throw words.invalid(
                key,
                QuotedText.text(words.bytes(), from, words.length())
                        + " is not a number of megabytes from 0 to a petabyte (1e15 bytes)");
    }

    private void endOfLine(String expected) {
        if (words.next()) {
            throw words.invalid("", words.shown() + " is too much: the line has " + expected);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fairlead.protocol.yaml.InvalidFileException;

/**
 * The rows of a CSV file whose first line names its columns, in any order. Values stand without quotes and hold no commas; blanks
 * around them and empty lines do not count. Columns go by their place in the list of those that are known.
 */
final class CsvRows implements Closeable {
    private static final int LONGEST_LINE = 1 << 14;

    private final Lines lines;
    private final List<String> known;
    /** Of each known column: its place in the file, or -1. */
    private final int[] places;

    private final int[] starts;
    private final int[] ends;

    /** Reads the first line. */
    CsvRows(TraceInput in, List<String> required, List<String> optional) {
        lines = new Lines(in, LONGEST_LINE);
        known = new ArrayList<>(required);
        known.addAll(optional);
        places = new int[known.size()];
        Arrays.fill(places, -1);
        starts = new int[known.size()];
        ends = new int[known.size()];
        if (!nextWithText()) {
            throw in.invalid(0, "", "empty; a first line " + header(required, optional) + " is expected");
        }
        int columns = readHeader(header(required, optional));
        for (int column = 0; column < required.size(); column++) {
            if (places[column] < 0) {
                throw lines.invalid(
                        known.get(column),
                        "this column is missing; the first line is " + header(required, optional) + ", in any order");
            }
        }
        this.columns = columns;
    }

    private final int columns;

    private static String header(List<String> required, List<String> optional) {
        return String.join(",", required) + (optional.isEmpty() ? "" : "[," + String.join("][,", optional) + "]");
    }

    private int readHeader(String header) {
        int columns = 0;
        int start = lines.from();
        while (start <= lines.to()) {
            int end = comma(start);
            byte[] bytes = lines.bytes();
            int first = afterBlanks(start, end);
            int last = beforeBlanks(first, end);
            int column = known.indexOf(new String(bytes, first, last - first, StandardCharsets.UTF_8));
            if (column < 0) {
                throw lines.invalid(
                        "",
                        "there is no column " + QuotedText.text(bytes, first, last) + "; the first line is " + header);
            }
            if (places[column] >= 0) {
                throw lines.invalid(known.get(column), "this column stands twice");
            }
            places[column] = columns++;
            start = end + 1;
        }
        return columns;
    }

    /** Goes to the next row; false at the end. */
    boolean next() {
        if (!nextWithText()) {
            return false;
        }
        byte[] bytes = lines.bytes();
        int to = lines.to();
        int values = 0;
        int start = lines.from();
        for (int at = start; ; at++) {
            if (at == to || bytes[at] == ',') {
                if (values == columns) {
                    throw lines.invalid("", "more values than the " + columns + " columns of the first line");
                }
                starts[values] = start;
                ends[values++] = at;
                start = at + 1;
                if (at == to) {
                    break;
                }
            }
        }
        if (values < columns) {
            throw lines.invalid(
                    "",
                    values + (values == 1 ? " value" : " values") + " for the " + columns
                            + " columns of the first line");
        }
        for (int value = 0; value < values; value++) {
            starts[value] = afterBlanks(starts[value], ends[value]);
            ends[value] = beforeBlanks(starts[value], ends[value]);
        }
        return true;
    }

    private boolean nextWithText() {
        while (lines.next()) {
            if (afterBlanks(lines.from(), lines.to()) < lines.to()) {
                return true;
            }
        }
        return false;
    }

    private int comma(int from) {
        int at = from;
        while (at < lines.to() && lines.bytes()[at] != ',') {
            at++;
        }
        return at;
    }

    private int afterBlanks(int from, int to) {
        int at = from;
        while (at < to && isBlank(lines.bytes()[at])) {
            at++;
        }
        return at;
    }

    private int beforeBlanks(int from, int to) {
        int at = to;
        while (at > from && isBlank(lines.bytes()[at - 1])) {
            at--;
        }
        return at;
    }

    private static boolean isBlank(byte character) {
        return character == ' ' || character == '\t';
    }

    /** Whether this row has a value there. */
    boolean has(int column) {
        return places[column] >= 0 && starts[places[column]] < ends[places[column]];
    }

    /** Holds this row's values, until {@link #next}. */
    byte[] bytes() {
        return lines.bytes();
    }

    /** Where a value starts; the column has to be there. */
    int from(int column) {
        return starts[places[column]];
    }

    int to(int column) {
        return ends[places[column]];
    }

    /** A value as errors show it. */
    String shown(int column) {
        return QuotedText.text(bytes(), from(column), to(column));
    }

    /**
     * A finite number.
     *
     * @param accepted says what it is and its bounds
     */
    double number(int column, double least, double most, String accepted) {
        double value = Decimals.parse(bytes(), from(column), to(column));
        if (value >= least && value <= most) {
            // So that no negative zero goes on.
            return value + 0.0;
        }
        throw invalid(column, shown(column) + " is not " + accepted);
    }

    /** An error at a value of this row. */
    InvalidFileException invalid(int column, String problem) {
        return lines.invalid(known.get(column), problem);
    }

    @Override
    public void close() {
        lines.close();
    }
}

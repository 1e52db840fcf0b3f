// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.sim.trace.Example.endless;
import static org.fairlead.sim.trace.Example.errorOf;
import static org.fairlead.sim.trace.Example.stream;

import org.fairlead.sim.coflow.Coflow;
import org.fairlead.sim.coflow.CoflowTrace;
import org.fairlead.sim.trace.CoflowTraceFile.Megabyte;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CoflowTraceFileTest {
    private static CoflowTrace parse(String text) {
        return CoflowTraceFile.parse("t.txt", stream(text), Megabyte.DECIMAL);
    }

    private static String error(String text) {
        return errorOf(() -> parse(text));
    }

    @Test
    void aLineIsACoflow() {
        CoflowTrace trace = parse("4 2\n1 0 1 0 1 3:1.5\njob-b 2500 2 1 2 2 0:48.0 3:0\n");

        assertThat(trace.ports()).isEqualTo(4);
        Coflow second = trace.coflows().get(1);
        assertThat(second.id()).isEqualTo("job-b");
        assertThat(second.arrivalSeconds()).isEqualTo(2.5);
        assertThat(second.mappers()).isEqualTo(2);
        assertThat(second.mapper(1)).isEqualTo(2);
        assertThat(second.reducers()).isEqualTo(2);
        assertThat(second.reducer(0)).isZero();
        assertThat(second.reducerBytes(0)).isEqualTo(48e6);
        assertThat(second.flows()).isEqualTo(4);
        assertThat(trace.coflows().get(0).reducerBytes(0)).isEqualTo(1.5e6);
    }

    @Test
    void aMegabyteMayBeBinary() {
        CoflowTrace trace = CoflowTraceFile.parse("t.txt", stream("2 1\n1 0 1 0 1 1:1.5\n"), Megabyte.BINARY);

        assertThat(trace.coflows().get(0).reducerBytes(0)).isEqualTo(1.5 * (1 << 20));
    }

    @Test
    void portsMayBeCountedFromOne() {
        CoflowTrace trace = parse("4 1\n1 0 1 1 1 4:1\n");

        assertThat(trace.coflows().get(0).mapper(0)).isZero();
        assertThat(trace.coflows().get(0).reducer(0)).isEqualTo(3);
    }

    @Test
    void portsAreNotCountedBothWays() {
        assertThat(error("4 2\n1 0 1 0 1 3:1\n2 0 1 2 1 4:1\n"))
                .isEqualTo("t.txt:3: reducer 1: port 4, but line 2 has port 0:"
                        + " the 4 ports are numbered from 0 or from 1, not both");
    }

    @Test
    void coflowsAreSortedByArrival() {
        CoflowTrace trace = parse("2 3\na 5 1 0 1 1:1\nb 0 1 0 1 1:1\nc 0 1 0 1 1:1\n");

        assertThat(trace.coflows()).extracting(Coflow::id).containsExactly("b", "c", "a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 0 1 0 1             | t.txt:2: reducer 1 of 1: the line ends where PORT:MB, such as 17:48.0 is expected
            1 0 2 0               | t.txt:2: mapper 2 of 2: the line ends where a port is expected
            1                     | t.txt:2: arrival: the line ends where a number of milliseconds from 0 to 1e12 is expected
            1 0 0 1 1:1           | t.txt:2: mappers: '0' is not a whole number from 1 to 1000000: how many mappers follow
            1 0 1 0 1 1:1 1:1     | t.txt:2: '1:1' is too much: the line has 1 mappers and 1 reducers
            1 0 1 0 1 1           | t.txt:2: reducer 1: '1' is not PORT:MB, such as 17:48.0
            1 0 1 0 1 1:-1        | t.txt:2: reducer 1: '-1' is not a number of megabytes from 0 to a petabyte (1e15 bytes)
            1 0 1 0 1 1:NaN       | t.txt:2: reducer 1: 'NaN' is not a number of megabytes from 0 to a petabyte (1e15 bytes)
            1 0 1 0 1 1:1e12      | t.txt:2: reducer 1: '1e12' is not a number of megabytes from 0 to a petabyte (1e15 bytes)
            1 0 1 7 1 1:1         | t.txt:2: mapper 1: '7' is not a port; they go from 0 to 3, or from 1 to 4
            1 -5 1 0 1 1:1        | t.txt:2: arrival: '-5' is not a number of milliseconds from 0 to 1e12
            1 0 1000000 0         | t.txt:2: mapper 2 of 1000000: the line ends where a port is expected
            1 0 9999999999999999 0 | t.txt:2: mappers: '9999999999999999' is not a whole number from 1 to 1000000: how many mappers follow
            a,b 0 1 0 1 1:1       | t.txt:2: id: 'a,b' is not UTF-8 text without quotes, commas and control characters
            """)
    void aBadLineIsNamedWithWhatInItIsWrong(String line, String message) {
        assertThat(error("4 1\n" + line + "\n")).isEqualTo(message);
    }

    @Test
    void aBadFirstLineIsNamed() {
        assertThat(error("")).isEqualTo("t.txt:1: empty; the first line is PORTS COFLOWS, such as 150 526");
        assertThat(error("x 1\n")).startsWith("t.txt:1: ports: 'x' is not a whole number from 1 to 1000000");
        assertThat(error("4 1 1\n")).startsWith("t.txt:1: '1' is too much: the line has two numbers");
    }

    @Test
    void theFirstLineCountsTheCoflows() {
        assertThat(error("4 2\n1 0 1 0 1 1:1\n"))
                .isEqualTo("t.txt:3: the file ends after 1 of the 2 coflows of its first line");
        assertThat(error("4 1\n1 0 1 0 1 1:1\n2 0 1 0 1 1:1\n"))
                .isEqualTo("t.txt:3: one more coflow than the 1 of the first line");
        assertThat(error("4 2\n1 0 1 0 1 1:1\n1 0 1 0 1 1:1\n"))
                .isEqualTo("t.txt:3: id: '1' stands twice; an id names one coflow");
    }

    @Test
    void aGigabyteOnOneLineIsRefusedWithoutHoldingIt() {
        assertThat(errorOf(() -> CoflowTraceFile.parse("t.txt", endless("", '7', 1L << 30), Megabyte.DECIMAL)))
                .endsWith("…' is longer than 256 bytes");
        assertThat(errorOf(() -> CoflowTraceFile.parse("t.txt", endless("4 1", ' ', 1L << 30), Megabyte.DECIMAL)))
                .isEqualTo("t.txt:1: longer than 64 MiB; no line of such a file is");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.fairlead.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.fairlead.sim.trace.Example.TOPOLOGY;
import static org.fairlead.sim.trace.Example.endless;
import static org.fairlead.sim.trace.Example.errorOf;
import static org.fairlead.sim.trace.Example.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.Assertions;
import org.fairlead.sim.engine.RunObserver;
import org.fairlead.sim.flows.FlowTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FlowsCsvTest {
    private static final String HEADER = "id,src,dst,arrival_s,bytes\n";

    private static FlowTable parse(String text) {
        return FlowsCsv.parse("f.csv", stream(text), TOPOLOGY);
    }

    private static String error(String text) {
        return errorOf(() -> parse(text));
    }

    @Test
    void aRowIsAFlow() {
        FlowTable flows = parse(HEADER + "a,h1,h3,0.25,1e6\nb,h2,h1,0,12\n");

        assertThat(flows.size()).isEqualTo(2);
        assertThat(flows.id(0)).isEqualTo("a");
        assertThat(flows.source(0)).isEqualTo(TOPOLOGY.host("h1").index());
        assertThat(flows.destination(0)).isEqualTo(TOPOLOGY.host("h3").index());
        assertThat(flows.arrivalSeconds(0)).isEqualTo(0.25);
        assertThat(flows.bytes(0)).isEqualTo(1e6);
        assertThat(flows.weight(0)).isEqualTo(1);
        assertThat(flows.cap(0)).isInfinite();
        assertThat(flows.minimum(0)).isZero();
        assertThat(flows.id(1)).isEqualTo("b");
    }

    @Test
    void columnsGoByNameAndOptionalOnesMayBeEmpty() {
        FlowTable flows = parse("""
                weight,bytes,dst,cap_bytes_per_s,id,arrival_s,src,min_bytes_per_s
                2.5,10,h1,100,x,3,h2,50
                ,10,h1,,y,3,h2,
                """);

        assertThat(flows.weight(0)).isEqualTo(2.5);
        assertThat(flows.cap(0)).isEqualTo(100);
        assertThat(flows.minimum(0)).isEqualTo(50);
        assertThat(flows.weight(1)).isEqualTo(1);
        assertThat(flows.cap(1)).isInfinite();
        assertThat(flows.minimum(1)).isZero();
    }

    @Test
    void byteOrderMarkCarriageReturnsBlanksEmptyLinesAndNoLastNewlineAreNoMatter() {
        FlowTable flows = parse("\ufeffid , src,dst,arrival_s,bytes\r\n\r\n a ,h1, h2,\t1 ,2\r\n  \n\nb,h1,h2,1,2");

        assertThat(flows.size()).isEqualTo(2);
        assertThat(flows.id(0)).isEqualTo("a");
        assertThat(flows.id(1)).isEqualTo("b");
    }

    @Test
    void aFileWithAHeaderAloneHasNoFlows() {
        assertThat(parse(HEADER).size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a,h1,h2,0            | f.csv:2: 4 values for the 5 columns of the first line
            a,h1,h2,0,1,2        | f.csv:2: more values than the 5 columns of the first line
            a,h9,h2,0,1          | f.csv:2: src: no host 'h9' in topology 'example'
            a,h1,e1,0,1          | f.csv:2: dst: no host 'e1' in topology 'example'
            a,h1,h2,-1,1         | f.csv:2: arrival_s: '-1' is not a number of seconds from 0 to 1e9
            a,h1,h2,NaN,1        | f.csv:2: arrival_s: 'NaN' is not a number of seconds from 0 to 1e9
            a,h1,h2,0x1p3,1      | f.csv:2: arrival_s: '0x1p3' is not a number of seconds from 0 to 1e9
            a,h1,h2,0,Infinity   | f.csv:2: bytes: 'Infinity' is not a number of bytes from 0 to 1e15 (a petabyte)
            a,h1,h2,0,1e18       | f.csv:2: bytes: '1e18' is not a number of bytes from 0 to 1e15 (a petabyte)
            a,h1,h2,0,1000000000000000000 | f.csv:2: bytes: '1000000000000000000' is not a number of bytes from 0 to 1e15 (a petabyte)
            a,h1,h2,0,1e999      | f.csv:2: bytes: '1e999' is not a number of bytes from 0 to 1e15 (a petabyte)
            a,h1,h2,0,1d         | f.csv:2: bytes: '1d' is not a number of bytes from 0 to 1e15 (a petabyte)
            a,h1,h2,0,           | f.csv:2: bytes: '' is not a number of bytes from 0 to 1e15 (a petabyte)
            ,h1,h2,0,1           | f.csv:2: id: is empty; every flow has an id
            "a",h1,h2,0,1        | f.csv:2: id: '"a"' is not UTF-8 text without quotes and control characters
            """)
    void aBadRowIsNamedWithLineAndColumn(String row, String message) {
        assertThat(error(HEADER + row + "\n")).isEqualTo(message);
    }

    @Test
    void aBadHeaderIsNamed() {
        assertThat(error("")).startsWith("f.csv: empty; a first line id,src,dst,arrival_s,bytes[,weight]");
        assertThat(error("id,src,dst,bytes\n")).startsWith("f.csv:1: arrival_s: this column is missing");
        assertThat(error("id,src,dst,arrival_s,bytes,colour\n")).startsWith("f.csv:1: there is no column 'colour'");
        assertThat(error("id,src,dst,arrival_s,bytes,src\n")).isEqualTo("f.csv:1: src: this column stands twice");
    }

    @Test
    void anIdNamesOneFlow() {
        assertThat(error(HEADER + "a,h1,h2,0,1\nb,h1,h2,0,1\na,h1,h3,5,1\n"))
                .isEqualTo("f.csv:4: id: 'a' stands twice; an id names one flow");
    }

    @Test
    void aMinimumAboveTheCapIsRefused() {
        assertThat(error("id,src,dst,arrival_s,bytes,weight,cap_bytes_per_s,min_bytes_per_s\na,h1,h2,0,1,0,,\n"))
                .isEqualTo("f.csv:2: weight: '0' is not a number from 1e-9 to 1e9");
        assertThat(error("id,src,dst,arrival_s,bytes,cap_bytes_per_s,min_bytes_per_s\na,h1,h2,0,1,5,6\n"))
                .isEqualTo("f.csv:2: min_bytes_per_s: '6' is above the flow's cap_bytes_per_s, '5'");
    }

    @Test
    void aGigabyteOnOneLineIsRefusedWithoutReadingIt() {
        assertThat(errorOf(() -> FlowsCsv.parse("f.csv", endless(HEADER + "a,h1,", 'x', 1L << 30), TOPOLOGY)))
                .isEqualTo("f.csv:2: longer than 16384 bytes; no line of such a file is");
        assertThat(errorOf(() -> FlowsCsv.parse("f.csv", endless("", '\0', 1L << 30), TOPOLOGY)))
                .isEqualTo("f.csv:1: longer than 16384 bytes; no line of such a file is");
    }

    @Test
    void whatATerminalWouldActOnIsNotShown() {
        assertThat(error(HEADER + "a,\u001b[2J" + "x".repeat(100) + ",h2,0,1\n"))
                .isEqualTo("f.csv:2: src: no host '\ufffd[2J" + "x".repeat(36) + "…' in topology 'example'");
    }

    @Test
    void aFileMayBeCompressed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("f.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((HEADER + "a,h1,h2,0,1\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(FlowsCsv.read(file, TOPOLOGY, RunObserver.NONE).size()).isEqualTo(1);

        byte[] whole = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 12));
        assertThat(errorOf(() -> FlowsCsv.read(file, TOPOLOGY, RunObserver.NONE)))
                .contains("the file ends inside its compressed data");
        Files.writeString(file, HEADER);
        assertThat(errorOf(() -> FlowsCsv.read(file, TOPOLOGY, RunObserver.NONE)))
                .isEqualTo(file + ": not gzip, though its name ends in .gz");
    }

    @Test
    void aWatcherMayEndTheReading(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("f.csv"), HEADER + "\n".repeat(3 << 20));

        Assertions.assertThatThrownBy(() -> FlowsCsv.read(file, TOPOLOGY, (done, of) -> done < of / 2))
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("interrupted while reading");
    }

    @Test
    void amongManyIdsADoubledOneIsFound() {
        StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < 200_000; i++) {
            text.append(i).append(",h1,h2,0,1\n");
        }
        assertThat(parse(text.toString()).id(199_999)).isEqualTo("199999");
        assertThat(error(text + "77777,h1,h2,0,1\n"))
                .isEqualTo("f.csv:200002: id: '77777' stands twice; an id names one flow");
    }

    @Property
    void aNumberIsTheDoubleThatParseDoubleGives(
            @ForAll @DoubleRange(min = 0, max = 1e15) double bytes,
            @ForAll @IntRange(max = 25) int decimals,
            @ForAll @IntRange(max = 1_000_000) int seconds) {
        String fixed = new java.math.BigDecimal(bytes)
                .setScale(decimals, java.math.RoundingMode.DOWN)
                .toPlainString();
        FlowTable flows = parse(HEADER + "a,h1,h2," + seconds + "," + bytes + "\nb,h1,h2,0," + fixed + "\n");

        assertThat(flows.bytes(0)).isEqualTo(bytes);
        assertThat(flows.bytes(1)).isEqualTo(Double.parseDouble(fixed));
        assertThat(flows.arrivalSeconds(0)).isEqualTo(seconds);
    }
}

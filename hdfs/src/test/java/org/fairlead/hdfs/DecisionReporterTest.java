// SPDX-License-Identifier: Apache-2.0
package org.fairlead.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.fairlead.protocol.client.ControllerException;
import org.fairlead.protocol.message.DecisionMessage;
import org.fairlead.protocol.message.Encoding;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

class DecisionReporterTest {
    private final DecisionReporter reporter = new DecisionReporter(NOPLogger.NOP_LOGGER);
    private final List<List<DecisionMessage>> taken = new ArrayList<>();

    private static List<DecisionMessage> decisions(int first, int end, String path) {
        return IntStream.range(first, end)
                .mapToObj(i -> new DecisionMessage(
                        i,
                        "nn:8020",
                        DecisionMessage.Kind.WRITE,
                        path,
                        "h1",
                        "enforce",
                        "fairlead",
                        true,
                        List.of(),
                        List.of(),
                        "most room",
                        List.of(),
                        1))
                .toList();
    }

    private List<Long> times() {
        return taken.stream()
                .flatMap(List::stream)
                .map(DecisionMessage::timeMillis)
                .toList();
    }

    @Test
    void nothingIsSaidOfNothing() {
        reporter.report(List.of(), taken::add);

        assertThat(taken).isEmpty();
    }

    @Test
    void whatNoControllerTookIsToldTheNextTimeTheNewestOfIt() {
        reporter.report(decisions(0, 900, "/a"), all -> {
            throw new IOException("nobody answers");
        });
        reporter.report(decisions(900, 1100, "/a"), all -> {
            throw new ControllerException(503, "busy");
        });

        reporter.report(decisions(1100, 1101, "/a"), taken::add);

        assertThat(times())
                .isEqualTo(IntStream.range(101, 1101).mapToObj(i -> (long) i).toList());
        reporter.report(List.of(), taken::add);
        assertThat(taken).as("told once").hasSize(1);
    }

    @Test
    void noMessageIsLargerThanAControllerReads() {
        reporter.report(decisions(0, 1000, "/" + "a".repeat(3999)), taken::add);

        assertThat(times()).hasSize(1000).isSorted();
        assertThat(taken).hasSizeBetween(4, 5).allSatisfy(message -> assertThat(Encoding.CBOR.write(message).length)
                .isLessThan(DecisionMessage.LARGEST_BYTES));
    }

    @Test
    void whatIsRefusedIsDropped() {
        reporter.report(decisions(0, 10, "/a"), all -> {
            throw new ControllerException(413, "too large");
        });

        reporter.report(decisions(10, 12, "/a"), taken::add);

        assertThat(times()).containsExactly(10L, 11L);
    }
}

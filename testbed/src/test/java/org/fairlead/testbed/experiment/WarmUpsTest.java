// SPDX-License-Identifier: Apache-2.0
package org.fairlead.testbed.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.fairlead.report.Progress;
import org.fairlead.testbed.cluster.contender.Contender;
import org.fairlead.testbed.workload.ClusterHandles;
import org.junit.jupiter.api.Test;

final class WarmUpsTest {
    private final List<String> rounds = new ArrayList<>();
    private final Progress progress =
            new Progress(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    /** Room is for one. */
    private String running = "";

    private final WarmUps warmUps = new WarmUps(
            2, contender -> contender.name().equals(running), (contender, unused) -> start(contender), this::work);

    private ClusterHandles start(Contender contender) {
        running = contender.name();
        return new ClusterHandles(contender, null, Optional.empty(), Map.of());
    }

    private void work(ClusterHandles handles, String round) {
        rounds.add(handles.contender().name() + " " + round);
    }

    @Test
    void whatWasStartedAgainIsWarmedUpBeforeItIsMeasured() {
        Contender stock = Contender.stock();

        for (Contender contender : List.of(stock, stock, stock.apart("other"), stock)) {
            work(warmUps.warm(contender, progress), "measured");
        }

        assertThat(rounds)
                .containsExactly(
                        "stock warm-up-1",
                        "stock warm-up-2",
                        "stock measured",
                        "stock measured",
                        "other warm-up-1",
                        "other warm-up-2",
                        "other measured",
                        "stock warm-up-1",
                        "stock warm-up-2",
                        "stock measured");
    }
}
